/** A document's place: `previous` is the hash of the last day before it that has documents, null on the first. */
type ChainPlace = { position: number; day: string; previous: string | null };

export type ChainRow = ChainPlace & { id: string; digest: string };

/** A day of the chain, in the order of its documents. */
type ChainDay = { day: string; previous: string | null; digests: string[] };

/**
 * What a day's hash is the SHA-256 of: the hash of the day before (empty on the first), the day, and each document's
 * digest, a line each. The same text in the shell: `printf '%s\n' "$previous" "$day" "$digest" …`.
 */
export const dayText = ({ previous, day, digests }: ChainDay): string =>
  [previous ?? "", day, ...digests].map((line) => `${line}\n`).join("");

/** Consecutive rows of one day together; rows come in the order of their positions. */
export function daysOf(rows: readonly ChainRow[]): ChainDay[] {
  const days: ChainDay[] = [];
  for (const { day, previous, digest } of rows) {
    const last = days.at(-1);
    if (last?.day === day) last.digests.push(digest);
    else days.push({ day, previous, digests: [digest] });
  }
  return days;
}

export type ChainVerdict =
  | { is: "whole"; links: number }
  /** A document before this one is no longer in the record: at `position`. */
  | { is: "missing_link"; position: number }
  /** A day is not what the day after says it was. */
  | { is: "broken"; day: string };

/**
 * Checks that the record up to a document is complete. `hashes` are those of `daysOf(rows)`, one each. `isWhole`
 * means that the rows begin with the home's first; of a longer chain only its newest part was read.
 */
export function judgeChain(
  rows: readonly ChainRow[],
  hashes: readonly string[],
  isWhole: boolean,
): ChainVerdict {
  const first = isWhole ? 1 : (rows[0]?.position ?? 1);
  const gap = rows.findIndex(({ position }, index) => position !== first + index);
  if (gap !== -1) return { is: "missing_link", position: first + gap };
  const days = daysOf(rows);
  for (const [index, { day, previous }] of days.entries()) {
    const before = index === 0 ? null : hashes[index - 1];
    // Of a part the first day may have begun before it, and what came before that was not read.
    const isUnknown = !isWhole && index <= 1;
    if (!isUnknown && previous !== before) return { is: "broken", day };
  }
  const torn = rows.find((row, index) => {
    const before = rows[index - 1];
    return (
      before !== undefined &&
      (row.day < before.day || (row.day === before.day && row.previous !== before.previous))
    );
  });
  return torn === undefined ? { is: "whole", links: rows.length } : { is: "broken", day: torn.day };
}

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

/** What one document holds at most (it has to be printed, posted and checked), and how many there are. */
export const EVIDENCE_LIMITS = {
  sensorsMax: 4,
  readingsPerSpan: 1_000,
  findingsMax: 200,
  messagesMax: 200,
  stepsMax: 100,
  actsMax: 100,
  ownedMax: 40,
  /** New documents of a home in a day; requesting one again that hasn't changed doesn't count. */
  perDayMax: 100,
  /** Documents of a home's chain that a check reads, the newest. */
  chainMax: 5_000,
  keyDays: 365,
  keysMax: 200,
} as const;

export const EVIDENCE_FORMAT = "hearthwatch-evidence/1";
export const EVIDENCE_ALGORITHM = "Ed25519";
export const EVIDENCE_KEYS_PATH = "/.well-known/hearthwatch-evidence.json";

/** The digits of a public key's hash that name it. */
export const KID_DIGITS = 16;
