import { LIMITS } from "../../schema/limits.ts";
import { isJsonObject, type JsonObject, objectElements } from "./json.ts";
import type { ParsedPayload } from "./reading.ts";
import { cleanLabel } from "./sensor-keys.ts";

const KEYS_SHOWN_MAX = 5;
const KEY_CHARACTERS_MAX = 24;

const LARGEST = LIMITS.readingMagnitudeMax.toExponential().replace("+", "");

/** Where this service says what a body may be, and has recipes. */
const RECIPES = "/docs/devices";

/** A few names to recognise a body by, cleaned and cut short; what they hold is never shown. */
const listed = (names: string[]): string => {
  const shown = names
    .slice(0, KEYS_SHOWN_MAX)
    .map((name) => cleanLabel(name.slice(0, KEY_CHARACTERS_MAX), '""'))
    .join(", ");
  return names.length > KEYS_SHOWN_MAX ? `${shown} and ${names.length - KEYS_SHOWN_MAX} more` : shown;
};

/** What series of measurements are called: Telegraf's fields, or the metrics of other collectors. */
const seriesNames = (body: unknown): string[] => {
  const list = objectElements(isJsonObject(body) ? body.metrics : body);
  const fields = list[0]?.fields;
  if (isJsonObject(fields)) return Object.keys(fields);
  return list.flatMap(({ metric }) => (typeof metric === "string" ? [metric] : []));
};

const described = (body: unknown): string => {
  const series = seriesNames(body);
  if (series.length > 0)
    return `saw measurements with the fields ${listed(series)}; none of them is a number that says what it measures`;
  if (Array.isArray(body)) {
    const names = Object.keys(body.find(isJsonObject) ?? {});
    if (body.length === 0) return "saw an empty array";
    const first = body.some(isJsonObject) ? `, the first with ${listed(names) || "no keys"}` : "";
    return `saw an array of ${body.length}${first}; none holds a measurement`;
  }
  if (!isJsonObject(body))
    return `saw ${body === null ? "null" : `a bare ${typeof body}`}; send a JSON object`;
  const keys = Object.keys(body);
  if (keys.length === 0) return "saw an empty object";
  if (keys.length > 1)
    return `saw an object with keys ${listed(keys)}; none holds a measurement${tooLarge(body)}`;
  const inner = Object.values(body).find(isJsonObject);
  const inside = inner === undefined ? "" : `, in it ${listed(Object.keys(inner)) || "nothing"}`;
  return `saw an object with key ${listed(keys)}${inside}; it holds no measurement${tooLarge(body)}`;
};

/** Nothing says of a number that is a number why it is none here. */
const tooLarge = (body: JsonObject): string =>
  Object.values(body).some(
    (value) =>
      ["number", "string"].includes(typeof value) && Math.abs(Number(value)) > LIMITS.readingMagnitudeMax,
  )
    ? `: a number is at most ${LARGEST}`
    : "";

/** The sentence of a 400 where nothing in a body could be used: what was seen, by names. */
export const describeUnusable = (body: unknown, { faultyKeys }: ParsedPayload): string =>
  faultyKeys.length > 0
    ? `No usable reading: the probe of ${listed(faultyKeys)} is unplugged or broken`
    : `No usable reading: ${described(body)}. Recipes: ${RECIPES}`;
