import { decodeText } from "../decode-json.ts";
import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/measures.ts";
import { homeAssistant } from "../styles/home-assistant.ts";
import { readNumber } from "../values.ts";
import { objectOf, type Sender, sender, textOf, thingOf } from "./sender.ts";

const isEntityId = (value: unknown): boolean => typeof value === "string" && /^[a-z_]+\.\w+$/.test(value);

/** An automation's template may call the entity and its state by other names. */
const IDS = ["entity", "entityId", "sensor"];
const idIn = ({ entity_id: id, ...others }: JsonObject): unknown =>
  id ?? IDS.map((name) => others[name]).find((one) => /^(?:binary_)?sensor\.\w+$/.test(textOf(one)));

/** What Home Assistant, its webhooks and Node-RED put around an event. */
const AROUND_EVENT = ["data", "trigger", "event", "payload"];
const EVENT_DEPTH_MAX = 4;

/** The innermost of the envelopes around an event; the body itself where it has none. */
const eventIn = (body: JsonObject): JsonObject => {
  let inner = body;
  for (let depth = 0; depth < EVENT_DEPTH_MAX && !("new_state" in inner); depth += 1) {
    const next = AROUND_EVENT.map((name) => inner[name]).find(isJsonObject);
    if (next === undefined) break;
    inner = next;
  }
  return inner;
};

/** The new state in an event or a trigger, or an entity whose attributes stand beside its state. */
const entityIn = (body: JsonObject): JsonObject | null => {
  const inner = eventIn(body);
  const state = inner.new_state ?? inner.to_state;
  if (isJsonObject(state)) return { entity_id: inner.entity_id, attributes: {}, ...state };
  const [id, said] = [idIn(inner), inner.state ?? inner.value];
  if (!isEntityId(id) || said === undefined || said === null) return null;
  const named = { friendly_name: inner.name, unit_of_measurement: inner.unit };
  return {
    entity_id: id,
    state: String(said),
    attributes: { ...named, ...inner, ...objectOf(inner.attributes) },
  };
};

/** Home Assistant's `state_changed`, as an event, a trigger's variables or the flat body of an automation. */
const homeAssistantEvent: Sender = {
  name: "Home Assistant event",
  marks: ["event_type", "new_state", "to_state", "entity_id", ...AROUND_EVENT, ...IDS],
  claims: (body) =>
    isJsonObject(body) &&
    entityIn(body) !== null &&
    !(isEntityId(body.entity_id) && isJsonObject(body.attributes)),
  read: (body, context) => homeAssistant.read(isJsonObject(body) ? entityIn(body) : null, context),
};

const MANNER: Manner = {
  onlyFields: true,
  fields: {
    Temp: { kind: "temperature", as: "temperature" },
    Humidity: { kind: "humidity", as: "humidity" },
    Barometer: { kind: "pressure", unit: "hPa", as: "pressure" },
    door: { kind: "door" },
    motion: { kind: "motion" },
    leak: { kind: "flood" },
    state: { kind: "generic" },
  },
};

/** A `dtype` says what `svalue1` and the next hold, in this order. */
const namesOf = (type: string): string[] =>
  type
    .split("+")
    .map((word) => word.trim())
    .flatMap((word) =>
      /^temp/i.test(word)
        ? ["Temp"]
        : /^hum/i.test(word)
          ? ["Humidity", "-"]
          : /^baro/i.test(word)
            ? ["Barometer"]
            : [],
    );

const stateOf = (subtype: string): string =>
  /door|contact/i.test(subtype)
    ? "door"
    : /motion/i.test(subtype)
      ? "motion"
      : /water|leak/i.test(subtype)
        ? "leak"
        : "state";

const domoticzPartOf = (device: JsonObject): Part => {
  const type = textOf(device.dtype ?? device.Type);
  const measured = namesOf(type).map((name, at) => [name, readNumber(device[`svalue${at + 1}`])]);
  const isSwitch = /switch/i.test(type) && typeof device.nvalue === "number";
  const kind = textOf(device.switchType ?? device.SwitchType);
  return {
    ...thingOf(device.idx, device.name ?? device.Name),
    members: {
      battery: device.Battery ?? device.BatteryLevel,
      ...Object.fromEntries(measured.filter(([name, value]) => name !== "-" && value !== null)),
      ...(isSwitch ? { [stateOf(kind)]: device.nvalue } : {}),
      ...("svalue1" in device
        ? {}
        : { Temp: device.Temp, Humidity: device.Humidity, Barometer: device.Barometer }),
    },
    manner: { ...MANNER, temperature: "°C" },
  };
};

/** Domoticz: what it publishes of a device by MQTT, and the devices of its JSON interface. */
const domoticz = sender({
  name: "Domoticz",
  marks: ["idx", "result"],
  isIts: (body) =>
    ("idx" in body && ("nvalue" in body || "Type" in body)) ||
    objectElements(body.result).some((one) => "idx" in one && "HardwareID" in one),
  parts: (body) => ("idx" in body ? [domoticzPartOf(body)] : objectElements(body.result).map(domoticzPartOf)),
});

const QUANTITY = /^([+-]?\d+(?:\.\d+)?) ?(\S{1,16})$/;
const TOPIC = /^openhab\/items\/([^/]+)\/state/;
const TEXT_CHARACTERS_MAX = 64;

/** `21.5 °C` is a number and its unit; `OPEN` and `ON` are states. */
const openhabPartOf = (name: string, state: string, type: string): Part => {
  const quantity = state.length > TEXT_CHARACTERS_MAX ? null : QUANTITY.exec(state);
  const dimension = type.startsWith("Number:")
    ? `_${type.slice("Number:".length)}`
    : type === "Contact"
      ? "_contact"
      : "";
  const key =
    dimension !== "" && !name.toLowerCase().includes(dimension.slice(1).toLowerCase())
      ? name + dimension
      : name;
  return {
    key: "",
    label: "",
    members: { [key]: quantity?.[1] ?? state },
    manner: type === "Switch" && !/leak|flood/i.test(name) ? { fields: { [key]: { kind: "generic" } } } : {},
    units: quantity?.[2] === undefined ? [] : [{ [key]: quantity[2] }],
  };
};

const payloadIn = ({ payload }: JsonObject): JsonObject => {
  const decoded = typeof payload === "string" ? decodeText(payload) : null;
  return decoded?.ok === true ? objectOf(decoded.value) : objectOf(payload);
};

/** openHAB: an item of its REST interface, or the event of its bus that an item has changed. */
const openhab = sender({
  name: "openHAB",
  marks: ["stateDescription", "topic", "editable", "groupNames"],
  isIts: (body) =>
    TOPIC.test(textOf(body.topic)) ||
    (typeof body.state === "string" &&
      typeof body.name === "string" &&
      isJsonObject(body.attributes) === false),
  parts: (body) => {
    const item = TOPIC.exec(textOf(body.topic))?.[1];
    if (item === undefined) return [openhabPartOf(textOf(body.name), textOf(body.state), textOf(body.type))];
    const payload = payloadIn(body);
    return [openhabPartOf(item, textOf(payload.value), textOf(payload.type))];
  },
});

/** The last word of a path of names: `com.fibaro.temperatureSensor`, `value.temperature`. */
const lastWord = (path: unknown): string => textOf(path).split(".").at(-1) ?? "";

const described = (thing: ReturnType<typeof thingOf>, word: string, value: unknown, unit: unknown) => [
  { ...thing, members: { [word]: value }, units: [{ [word]: unit }], manner: { temperature: "°C" } },
];

/** A device of a Fibaro Home Center: its type says what its one value is. */
const fibaro = sender({
  name: "Fibaro Home Center",
  marks: ["baseType"],
  isIts: ({ properties, type }) => isJsonObject(properties) && typeof type === "string",
  parts: ({ id, name, type, properties }) => {
    const { value, unit } = objectOf(properties);
    return described(thingOf(id, name), lastWord(type).replace(/Sensor$/, ""), value, unit);
  },
});

const commonOf = (body: JsonObject): JsonObject => objectOf(body.common);

/** A state of ioBroker's interface: `common` says what `val` is, and its id where it comes from. */
const ioBroker = sender({
  name: "ioBroker",
  marks: ["common"],
  isIts: (body) => "val" in body && typeof commonOf(body).role === "string",
  parts: (body) => {
    const { role, name, unit } = commonOf(body);
    return described(thingOf(body._id, name), lastWord(role), body.val, unit);
  },
});

/** OGC SensorThings: an observation with its datastream, which names the unit. */
const sensorThings = sender({
  name: "SensorThings",
  marks: ["Datastream"],
  isIts: (body) => "result" in body && isJsonObject(body.Datastream),
  parts: ({ Datastream, result }) => {
    const { name, unitOfMeasurement, ObservedProperty } = objectOf(Datastream);
    const { symbol, name: unitName } = objectOf(unitOfMeasurement);
    const said = textOf(objectOf(ObservedProperty).name) || textOf(name) || "value";
    return described({ key: "", label: "" }, said, result, symbol ?? unitName);
  },
});

/** Controllers of a house. */
export const CONTROLLERS: readonly Sender[] = [
  homeAssistantEvent,
  domoticz,
  openhab,
  fibaro,
  ioBroker,
  sensorThings,
];
