import { LIMITS } from "../../../../schema/limits.ts";
import { cleanKey } from "../sensor-keys.ts";

const KEY_CHARACTERS_MAX = LIMITS.sensorKeyCharactersMax;

/** More of a long name would not fit into a key anyway. */
const SEGMENTS_MAX = 8;

/** The parts of a name between `/` and `:` that leave a key: `2001:db8::2/temperature` → 2001, db8, 2, temperature. */
const segmentsOf = (name: string): string[] =>
  name
    .split(/[/:]+/)
    .slice(-SEGMENTS_MAX)
    .map((segment) => cleanKey(segment))
    .filter((segment) => segment !== null);

/** The last segment of a name; null where there is none. */
export const lastSegment = (name: string): string | null => segmentsOf(name).at(-1) ?? null;

const sharedIn = (keys: Iterable<string>): Set<string> => {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const key of keys) (seen.has(key) ? shared : seen).add(key);
  return shared;
};

/** Names that collide get the segment before in front, all of them alike, as often as it helps. */
const lengthen = (segments: Map<string, string[]>): Map<string, string> => {
  const lengths = new Map([...segments.keys()].map((name) => [name, 1]));
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

/** A number behind a key that is still taken: its end is what tells names apart, so it is not cut off. */
const numbered = (key: string, taken: Set<string>): string => {
  const short = [...key].slice(0, KEY_CHARACTERS_MAX);
  if (!taken.has(short.join(""))) return short.join("");
  for (let number = 2; ; number += 1) {
    const suffix = `_${number}`;
    const candidate = short.slice(0, KEY_CHARACTERS_MAX - suffix.length).join("") + suffix;
    if (!taken.has(candidate)) return candidate;
  }
};

/** Keys of 1–64 characters that differ where the ids differ, in the order of the ids. */
export const distinctKeys = (wanted: Map<string, string>): Map<string, string> => {
  const taken = new Set<string>();
  const keys = new Map<string, string>();
  for (const [id, key] of wanted) {
    const free = numbered(key, taken);
    taken.add(free);
    keys.set(id, free);
  }
  return keys;
};

/** The wanted key of every name of a pack; names without any segment are left out. */
export const keysOfNames = (names: Iterable<string>): Map<string, string> => {
  const segments = new Map<string, string[]>();
  for (const name of names) {
    const parts = segmentsOf(name);
    if (parts.length > 0) segments.set(name, parts);
  }
  return lengthen(segments);
};
