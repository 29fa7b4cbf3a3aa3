import { remembered } from "../kernel/remembered.ts";
import { entriesOf, isJsonObject, objectElements } from "./json.ts";
import { scaledName } from "./parts/scaled.ts";
import { isShort, snake } from "./parts/snake.ts";
import { kindFromName } from "./sensor-kinds.ts";
import { readValue } from "./values.ts";

/** Keys of which the specification says what they are. */
const SPECIFIED = /^(?:temp|humidity|door)\d+$/;

/** Beyond 100 % by more than rounding: tenths or hundredths. */
const HUMIDITY_MAX = 105;

/** German, French, Spanish, Italian and Dutch names of what is measured. */
const OTHER_LANGUAGE =
  /temperatur(?!e)|temperatuur|feuchte|feuchtigkeit|humed|humidite|(?:^|_)umidit|vochtig|druck|pressi?on(?!al)|fenster|tuer|porte|puerta|ventana|wasser|fuga|fuite|bewegung|mouvement|movimient/;

/** Numbers that nodes of radio networks add, and names that are paths: bodies that a machine wrote for machines. */
export const MACHINE_NAME =
  /^(?:vdd|BatV|Bat|Volt|BatteryVoltage|batteryVoltage|bytes|f_?port)$|[^/]\/[^/]|[a-z]\.[a-z]/i;

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
 * Whether a body is what the specification describes, or nothing but numbers and states under plain names, as the
 * firmware of one's own sends them: each number is a sensor then, whatever it is called. Ids, texts, things inside, the
 * names of machines and other languages give a stranger away, of whom only what is understood is read.
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
