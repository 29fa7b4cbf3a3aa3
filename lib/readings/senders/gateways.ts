import { knownUnit, normalizeUnit, quantityOf } from "../../kernel/units.ts";
import { walk } from "../foreign/walk.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements, objectMembers } from "../json.ts";
import { onePart } from "../own-shapes.ts";
import type { Field, Manner, Part, Sender } from "../parts/manner.ts";
import { slug, snake } from "../sensor-keys.ts";
import { isStateKind, kindFromClass, kindFromName, saysLeak } from "../sensor-kinds.ts";
import { readNumber, readValue } from "../values.ts";
import { listOf, objectOf, textOf } from "./paths.ts";
import { rowManner } from "./rows.ts";

/** `1/1026/0`: endpoint, cluster, attribute. */
const MATTER_PATH = /^(\d{1,5})\/(\d{1,5})\/(\d{1,5})$/;

/** The attributes of measuring clusters; Matter's specification defines their scales. */
const MATTER: Manner = rowManner("Matter attributes");

const [BOOLEAN_STATE, BATTERY_HALF_PERCENT] = ["69/0", "47/12"];
/** State names by device type: only an endpoint's device type defines the meaning of its state. */
const STATES: Record<string, string> = { 21: "door", 67: "leak" };

const stateName = (types: unknown): string => {
  const ids = listOf(types).map((one) => objectOf(one)[0] ?? objectOf(one).type);
  return ids.map((id) => STATES[textOf(id)]).find(Boolean) ?? "state";
};

const matterParts = (node: string, attributes: JsonObject): Part[] =>
  entriesOf(attributes).map(([path, value]): Part => {
    const [, endpoint = "", cluster = "", attribute = ""] = MATTER_PATH.exec(path) ?? [];
    const id = `${cluster}/${attribute}`;
    const thing = { key: `node${node}_${endpoint}`, label: `Node ${node}`, manner: MATTER };
    if (id === BATTERY_HALF_PERCENT && typeof value === "number")
      return { ...thing, key: `node${node}`, members: { battery: value / 2 } };
    const name = id === BOOLEAN_STATE ? stateName(attributes[`${endpoint}/29/0`]) : id;
    return { ...thing, members: { [name]: value } };
  });

/** Home Assistant's Matter server: an attribute that changed, or a node with all attributes by path. */
export const matter: Sender = {
  name: "Matter",
  marks: ["event", "attributes"],
  isIts: ({ data, attributes }) =>
    [listOf(data)[1], ...Object.keys(objectOf(attributes))].some((path) => MATTER_PATH.test(textOf(path))),
  parts: ({ data, attributes, node_id: id }) => {
    if (!Array.isArray(data)) return matterParts(textOf(id), objectOf(attributes));
    const [node, path, value]: unknown[] = data;
    return matterParts(textOf(node), { [textOf(path)]: value });
  },
};

/** A raw advertisement in hex: the manufacturer id 0x0499, then the data, which starts with format 5. */
const RUUVI_FORMAT_5 = /^[\dA-F]{0,80}FF990405([\dA-F]{46})/i;

/**
 * Decodes a RuuviTag's data (docs.ruuvi.com, "Data format 5 (RAWv2)") into °C, % and Pa; null for other data. Values
 * marked as unavailable are null.
 */
const ruuviData = (raw: unknown): JsonObject | null => {
  const data = RUUVI_FORMAT_5.exec(textOf(raw))?.[1];
  if (data === undefined) return null;
  const word = (at: number): number => Number.parseInt(data.slice(4 * at, 4 * at + 4), 16);
  const [temperature = 0, humidity = 0, pressure = 0] = [word(0), word(1), word(2)];
  const signed = temperature - (temperature > 0x7fff ? 0x1_0000 : 0);
  return {
    mac: data.slice(-12).toUpperCase().match(/../g)?.join(":"),
    temperature: temperature === 0x8000 ? null : (signed * 5) / 1_000,
    humidity: humidity === 0xffff ? null : (humidity * 25) / 10_000,
    pressure: pressure === 0xffff ? null : pressure + 50_000,
  };
};

/** Reads one tag: the gateway's decoded values, else the raw advertisement. */
const ruuviTag = (mac: string, tag: JsonObject): Part[] => {
  const raw = ruuviData(tag.data);
  const key = mac || textOf(raw?.mac);
  const members = "temperature" in tag ? tag : (raw ?? tag);
  const label = textOf(tag.name) || `Ruuvi ${key.slice(-5)}`;
  return key === "" ? [] : [{ key, label, members, manner: rowManner("Ruuvi tag") }];
};

/** A Ruuvi Gateway: `{"data":{"gw_mac":"…","tags":{"AA:BB:…":{"rssi":-50,"data":"0201…"}}}}`, or one tag by MQTT. */
export const ruuviGateway: Sender = {
  name: "Ruuvi Gateway",
  marks: ["data", "gw_mac"],
  isIts: (body) => "gw_mac" in body || "gw_mac" in objectOf(body.data),
  parts: (body) => {
    const inner = isJsonObject(body.data) ? body.data : body;
    return isJsonObject(inner.tags)
      ? objectMembers(inner.tags).flatMap(([mac, tag]) => ruuviTag(mac, tag))
      : ruuviTag(textOf(inner.mac ?? inner.id), inner);
  },
};

const MONNIT_STATES: [RegExp, string][] = [
  [/water/i, "leak"],
  [/door|open/i, "door"],
  [/motion/i, "motion"],
];

const barred = (said: unknown): string[] => textOf(said).split("|").slice(0, 8);

/** Reads one message. `plotValues` are in the units of `plotLabels`, whatever the sensor's own unit. */
const monnitPart = (message: JsonObject): Part => {
  const [types, labels] = [barred(message.dataType ?? message.dataTypes), barred(message.plotLabels)];
  const [members, units]: [JsonObject, JsonObject] = [{ battery: message.batteryLevel }, {}];
  for (const [at, value] of barred(message.plotValues ?? message.dataValue).entries()) {
    const [type = "", label = ""] = [types[at], labels[at]];
    const state = MONNIT_STATES.find(([form]) => form.test(type))?.[1];
    // Monnit's word "percentage" is no name; the plot's label says of what.
    const name = state ?? (type.replace(/^percentage$|Data$/i, "") || label || "value");
    members[name] = value;
    if (state === undefined) units[name] = label;
  }
  const key = textOf(message.sensorID) || textOf(message.sensorName);
  return { key, label: textOf(message.sensorName) || key, members, manner: {}, units: [units] };
};

/** Monnit's webhook: messages from all sensors of a gateway. */
export const monnit: Sender = {
  name: "Monnit",
  marks: ["sensorMessages", "gatewayMessage"],
  isIts: (body) => Array.isArray(body.sensorMessages),
  parts: (body) => objectElements(body.sensorMessages).map(monnitPart),
};

/** Returns the report, which the answer to "Status 8" and the Zigbee bridge's messages hold one level deeper. */
const reportIn = (body: JsonObject): JsonObject => ({
  ...(isJsonObject(body.StatusSNS) ? body.StatusSNS : body),
  ...objectOf(body.ZbReceived),
});

/** `ESP32.Temperature` is the chip's, and a lightning's energy isn't a meter's. */
const OTHER = /^(?:esp\d{0,4}|cpu|soc|mcu|as3935|wifi|zbreceived)$/i;

/** Splits a meter's values by channel: `{"Power":[152,5]}`. */
const byChannel = ([name, raw]: readonly [string, unknown]): [string, unknown][] =>
  Array.isArray(raw) ? raw.map((each, at) => [`${name}${at + 1}`, each]) : [[name, raw]];

const UNITS = ["TempUnit", "PressureUnit"];
const INSIDE = ["StatusSNS", "ENERGY", "ZbReceived"];

/** Tasmota's telemetry: `{"Time":"…","DS18B20":{"Temperature":20.6},"TempUnit":"C"}` → key `DS18B20_Temperature`. */
export const tasmota: Sender = {
  name: "Tasmota",
  isComplete: true,
  marks: ["Time", ...UNITS, ...INSIDE],
  isIts: (body) =>
    (["Time", ...UNITS].some((name) => typeof body[name] === "string") ||
      INSIDE.some((name) => isJsonObject(body[name]))) &&
    objectMembers(reportIn(body)).some(
      ([name, inner]) => name !== "Wifi" && entriesOf(inner).some(([, raw]) => readValue(raw) !== null),
    ),
  parts: (body) => {
    const report = reportIn(body);
    const said = knownUnit(textOf(report.PressureUnit));
    const ENERGY = Object.fromEntries(entriesOf(objectOf(report.ENERGY)).flatMap(byChannel));
    const channels = "ENERGY" in report ? { ENERGY } : {};
    const kept = entriesOf({ ...report, ...channels }).filter(([name]) => !OTHER.test(name));
    const pressure = said !== null && quantityOf(said) === "pressure" ? { pressure: said } : {};
    return walk(Object.fromEntries(kept), { ...rowManner("Tasmota sensor", ENERGY), ...pressure });
  },
};

/** Device classes for anything: only the name says of what, such as a leak. */
const SAYS_NOTHING = new Set(["", "enum", "problem", "safety"]);

/** Returns a device class's field. A door's "connectivity" isn't the door, and 35 % of moisture is no leak. */
const fieldOf = (deviceClass: string, raw: unknown, unit: string | null): Field | undefined => {
  const [kind, measured] = [kindFromClass(deviceClass), readValue(raw)];
  if (kind === null)
    return measured?.isState && !SAYS_NOTHING.has(deviceClass) ? { kind: "generic" } : undefined;
  const isBit = unit === null && (measured?.value === 0 || measured?.value === 1);
  const isOther = kind === "generic" || (isStateKind(kind) && !measured?.isState && !isBit);
  return isOther ? { kind: "generic", unit } : { kind };
};

/** True for a sensor of moisture that is wet by nature. */
const isOutInTheWet = (name: string): boolean =>
  /(?:^|_)(?:rain(?!_?water)|soil|lawn|leaf)/.test(name) && saysLeak(name) !== true;

/** Returns a thermostat's scale, by its unit or its highest setting: 35 °C equals 95 °F; a boiler's 60 °C, 140 °F. */
const scaleOf = ({ temperature_unit: said, max_temp: max }: JsonObject): string | undefined =>
  normalizeUnit(said) ??
  (typeof max !== "number" ? undefined : max > 75 ? "°F" : max <= 45 ? "°C" : undefined);

/** Reads an entity's state, and the measured attributes of a thermostat or the weather, whose state is only a word. */
const entityParts = (entity: JsonObject): Part[] => {
  const attributes = objectOf(entity.attributes);
  const [id, name] = [textOf(entity.entity_id), textOf(attributes.friendly_name)];
  const { state } = entity;
  const unit = normalizeUnit(attributes.unit_of_measurement);
  const deviceClass = textOf(attributes.device_class);
  // The object id, else a slug of the name: both stay the same from post to post.
  const key = id.slice(id.indexOf(".") + 1).trim() || slug(name) || "state";
  const [domain] = /^(?:climate|water_heater|humidifier|weather)(?=\.)/.exec(id) ?? [];
  const isWet = deviceClass === "moisture" && isOutInTheWet(snake(`${key} ${name}`));
  const field =
    domain === undefined && !isWet ? fieldOf(deviceClass, state, unit) : ({ kind: "generic" } as const);
  // For these classes, only the name that people chose can say that it is a leak.
  const isLeak = SAYS_NOTHING.has(deviceClass) && saysLeak(snake(name)) === true;
  const own = onePart({ key, label: name, name: isLeak ? name : key, raw: state, unit, field });
  if (domain === undefined || /^un(?:available|known)$/.test(textOf(state))) return [own];
  // A weather service's values are outdoors.
  const [start, label] = domain === "weather" ? ["", "Outdoor"] : ["current_", name];
  const [temperature, humidity] = [attributes[`${start}temperature`], attributes[`${start}humidity`]];
  const manner = { temperature: scaleOf(attributes) };
  return [own, { key, label, members: { temperature, humidity }, manner, isPart: true }];
};

/** Other names for the entity's id in templates of automations. */
const IDS = ["entity", "entityId", "sensor"];
/** Envelopes that Home Assistant, its webhooks and Node-RED put around an event. */
const AROUND_EVENT = ["data", "trigger", "event", "payload"];
const EVENT_DEPTH_MAX = 4;

/** Finds the entity: the body itself, the new state in an event or trigger, or attributes beside a state; else null. */
const entityIn = (body: JsonObject, depth = 0): JsonObject | null => {
  // A flat body may well have a key called `state`.
  if (typeof body.state === "string" && isJsonObject(body.attributes)) return body;
  const state = body.new_state ?? body.to_state;
  if (isJsonObject(state) && typeof state.state === "string")
    return { entity_id: body.entity_id, attributes: {}, ...state };
  const inside = AROUND_EVENT.map((name) => body[name]).find(isJsonObject);
  if (inside !== undefined && depth < EVENT_DEPTH_MAX) return entityIn(inside, depth + 1);
  const other = IDS.map((name) => body[name]).find((one) => /^(?:binary_)?sensor\.\w+$/.test(textOf(one)));
  const [id, said] = [textOf(body.entity_id ?? other), body.state ?? body.value];
  if (!/^[a-z_]+\.\w+$/.test(id) || said === undefined || said === null) return null;
  const named = { friendly_name: body.name, unit_of_measurement: body.unit };
  return {
    entity_id: id,
    state: String(said),
    attributes: { ...named, ...body, ...objectOf(body.attributes) },
  };
};

/** True if a measurement stands at the top: such a body has flat keys, even with attributes. */
const isFlat = (body: JsonObject): boolean =>
  "attributes" in body &&
  entriesOf(body).some(([name, raw]) => readNumber(raw) !== null && kindFromName(name) !== "generic");

/** `{"entity_id","state","attributes":{"unit_of_measurement","device_class","friendly_name"}}`, in any envelope. */
export const homeAssistant: Sender = {
  name: "Home Assistant",
  marks: ["event_type", "new_state", "to_state", "entity_id", "attributes", ...AROUND_EVENT, ...IDS],
  // An unavailable entity is no sign of life, even with a battery beside it.
  isComplete: true,
  silence:
    "No usable reading: saw a Home Assistant entity whose state is no number and none of on, off, open, closed",
  isIts: (body) => !isFlat(body) && entityIn(body) !== null,
  parts: (body) => entityParts(entityIn(body) ?? {}),
};
