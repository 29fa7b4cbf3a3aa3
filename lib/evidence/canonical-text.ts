/** More levels than any evidence document has. */
const DEPTH_MAX = 32;

/**
 * Serializes a JSON value in the canonical form of RFC 8785: no whitespace, names sorted by UTF-16 code units, numbers
 * and strings as in ECMAScript. Returns null for a lone surrogate, a number that is not finite, or too deep nesting.
 */
export function canonicalText(value: unknown, depth = 0): string | null {
  if (depth > DEPTH_MAX) return null;
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : null;
  if (typeof value === "string") return value.isWellFormed() ? JSON.stringify(value) : null;
  if (Array.isArray(value)) {
    const parts = value.map((each) => canonicalText(each, depth + 1));
    return parts.includes(null) ? null : `[${parts.join(",")}]`;
  }
  return typeof value === "object" ? objectText(value, depth) : null;
}

function objectText(value: object, depth: number): string | null {
  const parts: string[] = [];
  // By default, `sort` compares UTF-16 code units.
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    // Like JSON.stringify, skips members that are undefined.
    if (member === undefined) continue;
    const text = canonicalText(member, depth + 1);
    if (text === null || !name.isWellFormed()) return null;
    parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join(",")}}`;
}

/** The most that one document holds: people have to print, mail and check it. */
export const EVIDENCE_LIMITS = { sensorsMax: 4, readingsPerSpan: 1_000 } as const;

export const EVIDENCE_FORMAT = "hearthwatch-evidence/3";
export const EVIDENCE_KEYS_PATH = "/.well-known/hearthwatch-evidence.json";

/** Hex digits of the hash in a document's id. */
export const NUMBER_DIGITS = 32;
