/**
 * Serializes a JSON value in the canonical form of RFC 8785: no whitespace, names sorted by UTF-16 code units, numbers
 * and strings as in ECMAScript.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = new Map(Object.entries(value));
  // By default, `sort` compares UTF-16 code units. Like JSON.stringify, skips members that are undefined.
  const names = [...members.keys()].filter((name) => members.get(name) !== undefined).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(members.get(name))}`).join(",")}}`;
}

/** The most that one document holds: people have to print, mail and check it. */
export const EVIDENCE_LIMITS = { sensorsMax: 4, readingsPerSpan: 1_000 } as const;

export const EVIDENCE_FORMAT = "hearthwatch-evidence/3";
export const EVIDENCE_KEYS_PATH = "/.well-known/hearthwatch-evidence.json";

/** Hex digits of the hash in a document's id. */
export const NUMBER_DIGITS = 32;
