import type { SensorKind } from "../../schema/vocabulary.ts";
import reasons from "./en/reasons.json" with { type: "json" };

/** Words that say no more than the kind does. */
const PLAIN =
  /^(?:sensors?|values?|states?|probe|t|h|temp(?:erature)?s?|hum(?:idity)?|rh|e?co2|carbondioxide|pressure|baro(?:meter)?|pm|pm25|t?voc|level|energy|power|doors?|window|contact|leak|flood|water|moisture|motion|pir|occupancy|f|c|fahrenheit|celsius|\d)\d*$/i;

/** Beginnings that nobody writes with one capital. */
const ABBREVIATION = /^(?:aqi|co|ec|no2|o3|so2|tds|uv)$/i;

const NAME_READ_MAX = 64;

/**
 * What people call a sensor: the label that it was given by its sender or owner; else what its key says beside its kind
 * (`kitchen_temp` is "Kitchen temp"); else its kind, in the reader's language (`temp2` is "Temperature 2").
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

/** What sensors are called that nobody has named: by their kind, and a window's contact, which measures as a door's does. */
export type KindNames = Record<SensorKind | "window", string>;

/** In the words of mails and of the API. */
export const SENSOR_KIND_NAMES: KindNames = reasons.sensorKinds;
