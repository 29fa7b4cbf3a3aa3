import { normaliseUnit } from "../../kernel/units.ts";
import { isJsonObject, type JsonObject, memberOf, objectElements, objectMembers } from "../json.ts";
import type { Field, Manner, Part } from "../parts/measures.ts";
import { matter } from "./matter.ts";
import { objectOf, oneThing, type Sender, sender, textOf, thingOf } from "./sender.ts";

const MANNER: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature", times: 0.01 },
    humidity: { kind: "humidity", times: 0.01 },
    pressure: { kind: "pressure", unit: "hPa" },
    moisture: { kind: "generic", unit: "%", times: 0.01 },
    water: { kind: "flood" },
    open: { kind: "door", as: "door" },
    presence: { kind: "motion" },
    vibration: { kind: "generic" },
    fire: { kind: "generic", as: "smoke" },
    carbonmonoxide: { kind: "generic" },
    lux: { kind: "generic", unit: "lx" },
    power: { kind: "power" },
    voltage: { kind: "generic", unit: "V" },
    current: { kind: "generic", unit: "A", times: 0.001 },
    consumption: { kind: "energy", unit: "Wh" },
  },
};

const isResource = (one: unknown): one is JsonObject =>
  isJsonObject(one) &&
  isJsonObject(one.state) &&
  ("uniqueid" in one || /^(ZHA|ZLL|CLIP)/.test(String(one.type)));

const deconzPartOf = (resource: JsonObject): Part => ({
  ...thingOf(resource.uniqueid ?? resource.id, resource.name),
  members: { battery: objectOf(resource.config).battery, ...objectOf(resource.state) },
  manner: MANNER,
});

const hueContacts = (body: JsonObject): JsonObject[] =>
  objectElements(body.data).filter((one) => isJsonObject(one.contact_report));

/** The Hue bridge's contacts (interface 2): `no_contact` is open. */
const hueContact = sender({
  name: "Philips Hue, contact",
  marks: ["data"],
  isIts: (body) => hueContacts(body).length > 0,
  parts: (body) =>
    hueContacts(body).map((one) => ({
      ...thingOf(one.id, objectOf(one.metadata).name ?? "Hue contact"),
      members: { door: objectOf(one.contact_report).state },
      manner: { onlyFields: true, fields: { door: { kind: "door", onWords: ["no_contact"] } } },
    })),
});

/** deCONZ and the Hue bridge: an event, a sensor, or all of them by number. Temperatures are in hundredths. */
const deconz = sender({
  name: "deCONZ",
  marks: ["state", "uniqueid", "1", "2", "3"],
  isIts: (body) => isResource(body) || objectMembers(body).some(([, one]) => isResource(one)),
  parts: (body) =>
    isResource(body)
      ? [deconzPartOf(body)]
      : objectMembers(body)
          .map(([, one]) => one)
          .filter(isResource)
          .map(deconzPartOf),
});

/** Notification values: what is detected, by the property that reports it. */
const STATES: [RegExp, Field][] = [
  [/water alarm|water leak/i, { kind: "flood", as: "leak" }],
  [/motion sensor|home security.*motion|motion/i, { kind: "motion", as: "motion" }],
  [/door state|door\/window|access control/i, { kind: "door", as: "door" }],
  [/smoke/i, { kind: "generic", as: "smoke" }],
];

const DOOR_OPEN = 22;
const BATTERY = "Battery";

const onOf = (value: unknown, field: Field): unknown =>
  typeof value === "number" ? (field.kind === "door" ? value === DOOR_OPEN : value !== 0) : value;

const zwaveJsPartOf = (value: JsonObject, node: JsonObject): Part => {
  const words = [
    value.property,
    value.propertyName,
    value.propertyKey,
    value.propertyKeyName,
    value.label,
  ].map(textOf);
  const said = words.join(" ");
  const label = textOf(node.nodeName ?? node.name ?? value.nodeName);
  const id = textOf(value.nodeId ?? node.nodeId ?? node.id);
  const thing = { key: id === "" ? "" : `node${id}`, label: label || (id === "" ? "" : `Node ${id}`) };
  const now = value.newValue ?? value.value;
  if (value.commandClassName === BATTERY || value.commandClass === 128)
    return {
      ...thing,
      members: { battery: words.includes("level") ? now : null },
      manner: { onlyFields: true },
    };
  const isMeter = value.commandClassName === "Meter" || value.commandClass === 50;
  const state = isMeter ? undefined : STATES.find(([form]) => form.test(said))?.[1];
  const name = words[1] || words[0] || "value";
  if (state !== undefined)
    return {
      ...thing,
      members: { [name]: onOf(now, state) },
      manner: { onlyFields: true, fields: { [name]: state } },
    };
  const unit = normaliseUnit(value.unit ?? objectOf(value.metadata).unit);
  return { ...thing, members: { [name]: now }, manner: {}, units: unit === null ? [] : [{ [name]: unit }] };
};

/** Z-Wave JS: a value of a node as its gateway to MQTT publishes it, or a "value updated" event. */
const zwaveJs = sender({
  name: "Z-Wave JS",
  marks: ["commandClass", "commandClassName", "event", "nodeId"],
  isIts: (body) => "commandClass" in body || "commandClass" in objectOf(body.args),
  parts: (body) => (isJsonObject(body.args) ? [zwaveJsPartOf(body.args, body)] : [zwaveJsPartOf(body, body)]),
});

/** What MySensors calls what a node sends (mysensors.org, "Serial protocol"). */
const MYSENSORS: Readonly<Record<string, Field>> = {
  V_TEMP: { kind: "temperature", as: "temperature" },
  V_HUM: { kind: "humidity", as: "humidity" },
  V_PRESSURE: { kind: "pressure", as: "pressure" },
  V_TRIPPED: { kind: "generic", as: "tripped" },
  V_WATT: { kind: "power", as: "power" },
  V_KWH: { kind: "energy", as: "energy" },
};

/** A message of a MySensors gateway: one value of one child of a node. */
const mySensors = sender({
  name: "MySensors",
  marks: ["childSensorId"],
  isIts: (body) => "nodeId" in body && "payload" in body,
  parts: ({ nodeId, childSensorId, subTypeText, payload }) => {
    const type = textOf(subTypeText);
    return [
      {
        key: `node${textOf(nodeId)}_${textOf(childSensorId)}`,
        label: `Node ${textOf(nodeId)}`,
        members: { [type]: payload },
        manner: { onlyFields: true, fields: MYSENSORS },
      },
    ];
  },
});

const STATE: Field = { kind: "generic" };

/** Names of Zigbee2MQTT's devices that say less than they mean (zigbee2mqtt.io, "exposes"). */
const FIELDS: Manner["fields"] = {
  contact: { kind: "door", trueMeans: "closed" },
  state: STATE,
  state_l1: STATE,
  state_l2: STATE,
  water_leak: { kind: "flood" },
  rain: { kind: "flood" },
  soil_moisture: { kind: "generic", unit: "%" },
  illuminance: { kind: "generic", unit: "lx" },
  // The raw count of the chip beside the lux of older versions.
  local_temperature: { kind: "temperature" },
  formaldehyd: { kind: "generic", unit: "mg/m³" },
  pi_heating_demand: { kind: "generic", unit: "%" },
  position: { kind: "generic", unit: "%" },
  gas: STATE,
  smoke: STATE,
  valve_state: STATE,
  window_detection: null,
  window_open: null,
  open_window: null,
};

const MARKS = ["linkquality", "battery_low", "tamper", "voltage", "battery", "device", "local_temperature"];

/** Volts of the mains stand beside what they feed; a battery's are in millivolts, or alone. */
const mannerOf = (body: JsonObject): Manner => {
  const isMains = ["power", "current", "energy"].some((name) => name in body);
  return { temperature: "°C", fields: isMains ? FIELDS : { ...FIELDS, voltage: null } };
};

/** Home Assistant's discovery and "include device information" put the device's own name beside. */
const nameOf = ({ device }: JsonObject): string => {
  const name = isJsonObject(device)
    ? (memberOf(device, "friendlyName") ?? memberOf(device, "friendly_name"))
    : null;
  return typeof name === "string" && !name.startsWith("0x") ? name : "";
};

/** Firmware of one's own may report a link quality too, beside keys that no Zigbee device has. */
const isZigbee = (body: JsonObject): boolean =>
  !("rssi" in body) &&
  !("temp" in body) &&
  !("temp1" in body) &&
  (typeof body.linkquality === "number" ||
    body.linkquality === null ||
    "device_temperature" in body ||
    (("local_temperature" in body ||
      typeof body.contact === "boolean" ||
      typeof body.water_leak === "boolean") &&
      ("battery_low" in body ||
        "tamper" in body ||
        "voltage" in body ||
        "battery" in body ||
        "system_mode" in body)));

/** A device's state as Zigbee2MQTT publishes it: `{"temperature":21.4,"linkquality":120,"battery":87}`. */
const zigbee2mqtt = sender({
  name: "Zigbee2MQTT",
  marks: [...MARKS, "device_temperature", "system_mode"],
  isIts: isZigbee,
  parts: (body) => oneThing(body, mannerOf(body), nameOf(body)),
});

/** Zigbee, Z-Wave and Matter. */
export const MESH: readonly Sender[] = [deconz, hueContact, matter, zwaveJs, mySensors, zigbee2mqtt];
