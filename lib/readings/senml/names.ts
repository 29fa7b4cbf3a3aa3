import { LIMITS } from "../../../schema/limits.ts";
import { cleanKey } from "../sensor-keys.ts";

const KEY_CHARACTERS_MAX = LIMITS.sensorKeyCharactersMax;

/** More of a long name would not fit into a key anyway. */
const SEGMENTS_MAX = 8;

/**
 * The last parts of a name between `/` and `:` that leave a key: `2001:db8::2/temperature` → 2001, db8, 2,
 * temperature.
 */
export const segmentsOf = (name: string): string[] =>
  name
    .split(/[/:]+/)
    .slice(-SEGMENTS_MAX)
    .map((segment) => cleanKey(segment))
    .filter((segment) => segment !== null);

const sharedIn = (keys: Iterable<string>): Set<string> => {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const key of keys) (seen.has(key) ? shared : seen).add(key);
  return shared;
};

/**
 * The wanted key of every name, out of its segments (at least one). Names that collide get the segment before
 * in front, all of them alike, as often as it helps.
 */
export const keysOfNames = (segments: Map<string, string[]>): Map<string, string> => {
  const lengths = new Map<string, number>();
  const keyOf = (name: string) => (segments.get(name) ?? []).slice(-(lengths.get(name) ?? 1)).join("_");
  for (;;) {
    const keys = new Map([...segments.keys()].map((name) => [name, keyOf(name)]));
    const shared = sharedIn(keys.values());
    const longer = [...keys].filter(([name, key]) => {
      return shared.has(key) && (lengths.get(name) ?? 1) < (segments.get(name) ?? []).length;
    });
    if (longer.length === 0) return keys;
    for (const [name] of longer) lengths.set(name, (lengths.get(name) ?? 1) + 1);
  }
};

/**
 * A number behind a key that is still taken: its end is what tells names apart, so it is not cut off.
 * `numbers` are those that each key had last: those below are taken.
 */
const numbered = (key: string, taken: Set<string>, numbers: Map<string, number>): string => {
  const short = cleanKey(key) ?? "";
  const characters = [...short];
  if (!taken.has(short)) return short;
  for (let number = (numbers.get(short) ?? 1) + 1; ; number += 1) {
    const suffix = `_${number}`;
    const candidate = characters.slice(0, KEY_CHARACTERS_MAX - suffix.length).join("") + suffix;
    numbers.set(short, number);
    if (!taken.has(candidate)) return candidate;
  }
};

/** Keys of 1–64 characters that differ where the ids differ, in the order of the ids. */
export const distinctKeys = (wanted: Map<string, string>): Map<string, string> => {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  const keys = new Map<string, string>();
  for (const [id, key] of wanted) {
    const free = numbered(key, taken, numbers);
    taken.add(free);
    keys.set(id, free);
  }
  return keys;
};
