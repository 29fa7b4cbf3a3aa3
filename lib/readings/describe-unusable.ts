import { LIMITS } from "../../schema/limits.ts";
import { isJsonObject } from "./json.ts";
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

/** Nothing says of a number that is a number why it is none here. */
const isTooLarge = (value: unknown): boolean =>
  ["number", "string"].includes(typeof value) && Math.abs(Number(value)) > LIMITS.readingMagnitudeMax;

const described = (body: unknown): string => {
  if (Array.isArray(body)) {
    const first = body.find(isJsonObject);
    const shown = first === undefined ? "" : `, the first with ${listed(Object.keys(first)) || "no keys"}`;
    return body.length === 0
      ? "saw an empty array"
      : `saw an array of ${body.length}${shown}; none holds a measurement`;
  }
  if (!isJsonObject(body))
    return `saw ${body === null ? "null" : `a bare ${typeof body}`}; send a JSON object`;
  const keys = Object.keys(body);
  if (keys.length === 0) return "saw an empty object";
  const large = Object.values(body).some(isTooLarge) ? `: a number is at most ${LARGEST}` : "";
  if (keys.length > 1) return `saw an object with keys ${listed(keys)}; none holds a measurement${large}`;
  const inner = Object.values(body).flat().find(isJsonObject);
  const inside = inner === undefined ? "" : `, in it ${listed(Object.keys(inner)) || "nothing"}`;
  return `saw an object with key ${listed(keys)}${inside}; it holds no measurement${large}`;
};

/** The sentence of a 400 where nothing in a body could be used: what was seen, by names. */
export const describeUnusable = (body: unknown, { faultyKeys }: ParsedPayload): string =>
  faultyKeys.length > 0
    ? `No usable reading: the probe of ${listed(faultyKeys)} is unplugged or broken`
    : `No usable reading: ${described(body)}. Recipes: ${RECIPES}`;
