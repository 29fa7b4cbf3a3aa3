import { remembered } from "../kernel/remembered.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements, objectMembers } from "./json.ts";
import { scaledName } from "./parts/scale.ts";
import { isShort, snake } from "./parts/snake.ts";
import { kindFromName } from "./sensor-kinds.ts";
import { readValue } from "./values.ts";

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
