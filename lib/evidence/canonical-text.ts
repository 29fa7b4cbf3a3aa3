/** Deeper than any document of ours. */
const DEPTH_MAX = 32;

/**
 * The canonical text of RFC 8785: no blanks, names in the order of their UTF-16 code units, numbers and texts as ECMAScript
 * writes them. Null where there is none: a lone surrogate, a number that is not finite, or nested too deep.
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
  // The default order of `sort` is that of UTF-16 code units.
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    // As JSON.stringify does: what is undefined is not there.
    if (member === undefined) continue;
    const text = canonicalText(member, depth + 1);
    if (text === null || !name.isWellFormed()) return null;
    parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join(",")}}`;
}

/** What one document holds at most: it has to be printed, posted and checked. */
export const EVIDENCE_LIMITS = { sensorsMax: 4, readingsPerSpan: 1_000 } as const;

export const EVIDENCE_FORMAT = "hearthwatch-evidence/3";
export const EVIDENCE_KEYS_PATH = "/.well-known/hearthwatch-evidence.json";

/** The digits of the hash that names a document. */
export const NUMBER_DIGITS = 32;
