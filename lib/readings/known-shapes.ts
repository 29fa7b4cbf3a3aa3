import { isJsonObject, type JsonObject, objectElements, objectMembers } from "./json.ts";

/**
 * Bodies whose shape gives their sender away. The numbers at their top (a chip's serial, the phone's battery)
 * are not flat keys, and their inner objects are not one level of nesting: they belong to the style of that
 * shape.
 */

/** `state` must be a string and `attributes` an object: a flat body may well have a key called `state`. */
export const isHomeAssistantEntity = (body: unknown): body is JsonObject =>
  isJsonObject(body) && typeof body.state === "string" && isJsonObject(body.attributes);

/** The values of airrohr's firmware, and of what is made after it: below a name, or bare. */
export const sensorDataValues = (body: unknown): JsonObject[] =>
  objectElements(isJsonObject(body) ? body.sensordatavalues : body);

export const isSensorCommunity = (body: unknown): boolean =>
  sensorDataValues(body).some((item) => "value_type" in item && ("value" in item || isJsonObject(body)));

const SHELLY_COMPONENT =
  /^(?:temperature|humidity|devicepower|switch|pm1|em1?(?:data)?|cover|flood|input|voltmeter|smoke|illuminance):\d+$/;

/** One component's status, which the topic would name: `{"id":0,"output":true,"apower":12.5,"aenergy":{…}}`. */
const ownComponent = (body: JsonObject): [string, JsonObject][] => {
  const type = "apower" in body ? "switch" : "total_act_power" in body ? "em" : null;
  return type === null || typeof body.id !== "number" ? [] : [[`${type}:${body.id}`, body]];
};

/** The `component:n` objects of a Shelly Gen2, bare or as the `params` of a notification; or one of them alone. */
export const shellyComponents = (body: unknown): [string, JsonObject][] => {
  if (!isJsonObject(body)) return [];
  const own = ownComponent(body);
  if (own.length > 0) return own;
  const status = isJsonObject(body.params) ? body.params : body;
  return objectMembers(status).filter(([name]) => SHELLY_COMPONENT.test(name));
};

/** A whole `/status` of a Shelly Gen1, or one of its meters alone. */
export const isShellyStatus = (body: unknown): body is JsonObject =>
  isJsonObject(body) && (isJsonObject(body.wifi_sta) || isShellyMeter(body));

/** `/emeter/0`: `{"power":12.5,"is_valid":true,"total":5000,"total_returned":0}`. */
export const isShellyMeter = (body: JsonObject): boolean => "is_valid" in body && "total_returned" in body;

const ESPHOME_ID = /^(?:binary_sensor|sensor|switch)[-/](.+)$/s;

/**
 * The object id of an ESPHome state event (`sensor-outside_temperature` with `state` and `value`), else null.
 */
export const esphomeObjectId = (body: unknown): string | null => {
  if (!isJsonObject(body) || typeof body.id !== "string" || !("value" in body)) return null;
  return typeof body.state === "string" ? (ESPHOME_ID.exec(body.id)?.[1] ?? null) : null;
};

/** A Tasmota `SENSOR` message: its nested sensors count even where a switch stands beside them. */
export const isTasmotaReport = (body: unknown): body is JsonObject =>
  isJsonObject(body) &&
  typeof body.Time === "string" &&
  (typeof body.TempUnit === "string" || typeof body.PressureUnit === "string") &&
  objectMembers(body).length > 0;

const ZIGBEE_MARKS = ["linkquality", "battery_low", "tamper", "voltage", "battery"];

/**
 * A contact sensor's message as Zigbee2MQTT publishes it: `{"contact":true,"linkquality":120}`, where true is
 * closed. A device that says how strong its Wi-Fi is writes its own firmware's `contact`.
 */
export const isZigbeeContact = (body: JsonObject): boolean =>
  typeof body.contact === "boolean" &&
  !("rssi" in body) &&
  ZIGBEE_MARKS.some((mark) => Object.hasOwn(body, mark));

/** The metrics of Telegraf's JSON: those of a batch, or the body itself. */
export const telegrafMetrics = (body: JsonObject): JsonObject[] =>
  Array.isArray(body.metrics) ? objectElements(body.metrics) : [body];

export const isTelegraf = (body: unknown): body is JsonObject =>
  isJsonObject(body) &&
  telegrafMetrics(body).some(({ name, fields }) => typeof name === "string" && isJsonObject(fields));

/** Whether the numbers at the top of a body belong to another style than flat keys. */
export const isFixedShape = (body: unknown): boolean =>
  isSensorCommunity(body) ||
  isShellyStatus(body) ||
  isTelegraf(body) ||
  esphomeObjectId(body) !== null ||
  shellyComponents(body).length > 0;
