import { remembered } from "../kernel/remembered.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements, objectMembers } from "./json.ts";
import { scaledName } from "./parts/scale.ts";
import { isShort, snake } from "./parts/snake.ts";
import { kindFromName } from "./sensor-kinds.ts";
import { readValue } from "./values.ts";

const SHELLY_COMPONENT =
  /^(?:temperature|humidity|devicepower|switch|pm1|em1?(?:data)?|cover|flood|input|voltmeter|smoke|illuminance):\d+$/;

const ESPHOME_ID = /^(?:binary_sensor|sensor|switch)[-/](.+)$/s;

const ZIGBEE_MARKS = ["linkquality", "battery_low", "tamper", "voltage", "battery"];

/** Keys whose meaning the specification defines. */
const SPECIFIED = /^(?:temp|humidity|door)\d+$/;

/** Beyond 100 % by more than rounding: tenths or hundredths. */
const HUMIDITY_MAX = 105;

/** German, French, Spanish, Italian and Dutch names of what is measured. */
const OTHER_LANGUAGE =
  /temperatur(?!e)|temperatuur|feuchte|feuchtigkeit|humed|humidite|(?:^|_)umidit|vochtig|druck|pressi?on(?!al)|fenster|tuer|porte|puerta|ventana|wasser|fuga|fuite|bewegung|mouvement|movimient/;

/** Numbers that nodes of radio networks add, and names that are paths: bodies that a machine wrote for machines. */
export const MACHINE_NAME =
  /^(?:vdd|BatV|Bat|Volt|BatteryVoltage|batteryVoltage|bytes|f_?port)$|[^/]\/[^/]|[a-z]\.[a-z]/i;

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

/** True if the numbers at the top of a body belong to another style than flat keys. */
export const isFixedShape = (body: unknown): boolean =>
  isSensorCommunity(body) ||
  isShellyStatus(body) ||
  isTelegraf(body) ||
  esphomeObjectId(body) !== null ||
  shellyComponents(body).length > 0;

type Name = "specified" | "strangers" | "humidity" | "any";

const kindOfName = remembered((name: string): Name => {
  if (SPECIFIED.test(name)) return "specified";
  const word = snake(name);
  if (MACHINE_NAME.test(name) || scaledName(word).dividedBy > 1 || OTHER_LANGUAGE.test(word))
    return "strangers";
  return kindFromName(name) === "humidity" ? "humidity" : "any";
});

/** What a typed sensor says of itself holds, also where it says that it is generic. */
export const hasTypedSensors = (body: unknown): boolean =>
  isJsonObject(body) && objectElements(body.sensors).some(({ key }) => typeof key === "string");

const isStrangersMember = (name: Name, value: unknown): boolean => {
  if (value === null) return false;
  const measured = readValue(value);
  return measured === null || (name === "humidity" && measured.value > HUMIDITY_MAX);
};

/**
 * True if a body matches the specification, or has only numbers and states under plain names, as our own firmware
 * sends: then each number is a sensor, whatever its name. Ids, texts, nested objects, names of machines and other
 * languages reveal a stranger, whose body is read only as far as it is understood.
 */
export const isOwnFirmware = (body: unknown): boolean => {
  if (!isJsonObject(body)) return false;
  if (isJsonObject(body.temp) || hasTypedSensors(body)) return true;
  let isStrangers = isShort(body);
  for (const [name, value] of entriesOf(body)) {
    const said = kindOfName(name);
    if (said === "specified" && readValue(value) !== null) return true;
    isStrangers ||= said === "strangers" || isStrangersMember(said, value);
  }
  return !isStrangers;
};
