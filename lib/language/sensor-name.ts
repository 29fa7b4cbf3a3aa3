import type { SensorKind } from "../../schema/vocabulary.ts";
import reasons from "./en/reasons.json" with { type: "json" };

/** Words of a key that add nothing to the kind. */
const PLAIN =
  /^(?:sensors?|values?|states?|probe|t|h|temp(?:erature)?s?|hum(?:idity)?|rh|e?co2|carbondioxide|pressure|baro(?:meter)?|pm|pm25|t?voc|level|energy|power|doors?|window|contact|leak|flood|water|moisture|motion|pir|occupancy|f|c|fahrenheit|celsius|\d)\d*$/i;

/** First words that are written all in capitals. */
const ABBREVIATION = /^(?:aqi|co|ec|no2|o3|so2|tds|uv)$/i;

const NAME_READ_MAX = 64;

/**
 * Returns a sensor's name. That is the label from its sender or a member; else the key, if it adds to the kind
 * (`kitchen_temp`: "Kitchen temp"); else the kind in the reader's language (`temp2`: "Temperature 2").
 */
export function sensorName(
  { key, label, kind }: { key: string; label: string; kind: SensorKind },
  kindNames: KindNames = SENSOR_KIND_NAMES,
): string {
  if (label !== key) return label;
  const words = key
    .slice(0, NAME_READ_MAX)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (words.length > 0 && words.every((word) => PLAIN.test(word))) {
    const number = Number(/\d{1,3}$/.exec(words.join(" "))?.[0] ?? 1);
    const isCounted = number > 1 && !/(?:co2|pm25)$/i.test(key);
    const name = kindNames[kind === "door" && /window/i.test(key) ? "window" : kind];
    return isCounted ? `${name} ${number}` : name;
  }
  const [first = "", ...rest] = words;
  const begins = ABBREVIATION.test(first)
    ? first.toUpperCase()
    : first.slice(0, 1).toUpperCase() + first.slice(1);
  return [begins, ...rest].join(" ") || kindNames[kind];
}

/** The names of unnamed sensors by kind. A window's contact is of kind `door`, but has its own name. */
export type KindNames = Record<SensorKind | "window", string>;

/** The English names, which mails and the API use. */
export const SENSOR_KIND_NAMES: KindNames = reasons.sensorKinds;
