import { readLines } from "./json-lines.ts";

/** Builds a JSON text of at most `bytes` bytes that costs as much as possible. */
export type Adversary = (bytes: number) => string;

type Row = {
  name: string;
  open: string;
  close: string;
  /** Repeated until the body is full; `#` is replaced by the index. */
  item?: string;
  /** A text that is repeated until the body is full. */
  long?: string;
  /** Half of the body, in place of `@`, before the items. */
  half?: string;
  /** True if one long text is read: it is tried in every alphabet. */
  text?: true;
};

const ROWS = readLines<Row>(new URL("adversarial-bodies.jsonl", import.meta.url));

/** Marks of falling and rising combining class, and a character that becomes eighteen in compatibility form. */
const ALPHABETS = {
  ascii: "x",
  marks: "\u0301\u0316",
  rising: "\u0315\u0301\u0316\u0334",
  ligature: "\ufdfa",
  controls: "\u200b",
  spaces: "\u2003",
  emoji: "🔥",
  hangul: "가",
  upper: "İ",
  separators: "/:",
  underscores: "_",
  digits: "7",
};

const utf8 = new TextEncoder();
const bytesOf = (text: string): number => utf8.encode(text).length;

const repeated = (pattern: string, bytes: number): string => pattern.repeat(bytes / bytesOf(pattern));

const filled = ({ open, close, item = "" }: Row, bytes: number): string => {
  const items: string[] = [];
  let left = bytes - bytesOf(open) - bytesOf(close);
  for (let at = 0; ; at += 1) {
    const next = item.replaceAll("#", String(at));
    left -= bytesOf(next) + 1;
    if (left < 0) return open + items.join(",") + close;
    items.push(next);
  }
};

const adversary =
  (row: Row): Adversary =>
  (bytes) => {
    const { open, close, long, half } = row;
    if (long !== undefined) return open + repeated(long, bytes - bytesOf(open) - bytesOf(close)) + close;
    return filled(
      half === undefined ? row : { ...row, open: open.replace("@", repeated(half, bytes / 2)) },
      bytes,
    );
  };

/** Bodies of every shape, by name: many members, long names before many, text that isn't JSON. */
export const ADVERSARIES: Record<string, Adversary> = Object.fromEntries(
  ROWS.filter(({ text }) => text !== true).map((row) => [row.name, adversary(row)]),
);

/** A long text wherever one is read, in every alphabet. */
export const LONG_TEXTS: Record<string, Adversary> = Object.fromEntries(
  ROWS.filter(({ text }) => text === true).flatMap((row) =>
    Object.entries(ALPHABETS).map(([alphabet, long]) => [
      `${row.name} of ${alphabet}`,
      adversary({ ...row, long }),
    ]),
  ),
);
