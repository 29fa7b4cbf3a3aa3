import { isJsonObject } from "./json.ts";
import type { ParsedPayload } from "./reading.ts";
import { cleanLabel } from "./sensor-keys.ts";

const KEYS_SHOWN_MAX = 5;
const KEY_CHARACTERS_MAX = 24;

/** A few names to recognise a body by, cleaned and cut short; what they hold is never shown. */
const listed = (names: string[]): string => {
  const shown = names
    .slice(0, KEYS_SHOWN_MAX)
    .map((name) => cleanLabel(name.slice(0, KEY_CHARACTERS_MAX), '""'))
    .join(", ");
  return names.length > KEYS_SHOWN_MAX ? `${shown} and ${names.length - KEYS_SHOWN_MAX} more` : shown;
};

const describeArray = (body: unknown[]): string => {
  if (body.length === 0) return "saw an empty array";
  const first = body.find(isJsonObject);
  const names = first ? `, the first with ${listed(Object.keys(first)) || "no keys"}` : "";
  return `saw an array of ${body.length}${names}; none is a SenML record with a name and a number or boolean, or a Home Assistant entity`;
};

const describeObject = (body: object): string => {
  const keys = Object.keys(body);
  if (keys.length === 0) return "saw an empty object";
  const [word, none] = keys.length === 1 ? ["key", "it holds no"] : ["keys", "none holds a"];
  return `saw an object with ${word} ${listed(keys)}; ${none} usable number, boolean or numeric string`;
};

/** The sentence of a 400 where nothing in a body could be used: what was seen, by names. */
export const describeUnusable = (body: unknown, { faultyKeys }: ParsedPayload): string => {
  if (faultyKeys.length > 0)
    return `No usable reading: the probe of ${listed(faultyKeys)} is unplugged (-127 °C)`;
  if (Array.isArray(body)) return `No usable reading: ${describeArray(body)}`;
  if (isJsonObject(body)) return `No usable reading: ${describeObject(body)}`;
  const seen = body === null ? "null" : `a bare ${typeof body}`;
  return `No usable reading: saw ${seen}; send a JSON object`;
};
