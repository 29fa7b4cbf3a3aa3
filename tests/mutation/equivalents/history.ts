import type { Equivalent } from "./equivalent.ts";

const CODEC = "lib/domain/history/codec/";
const WITHIN = "the type checker asks; the place is within the list";
const ROOM = "room that is taken earlier or later is not seen";
const BEHIND_THE_END = "a typed array takes nothing behind its end";
const NOTHING_LEFT = "what is left has no bits";

/** `list[place] ?? 0` on these lines. */
const neverBeyond = (file: string, ...lines: string[]): Equivalent[] =>
  lines.map((on) => ({ file: CODEC + file, was: "0", is: "1", on, why: WITHIN }));

const CODEC_EQUIVALENTS: Equivalent[] = [
  ...neverBeyond(
    "bucket-chunk.ts",
    "count: counts[index] ?? 0,",
    "min: low[index] ?? 0,",
    "max: high[index] ?? 0,",
    "avg: mean[index] ?? 0,",
    "last: last[index] ?? 0,",
  ),
  ...neverBeyond(
    "chunk.ts",
    "return Array.from(times, (atMicros, index) => ({ atMicros, value: values[index] ?? 0 }));",
  ),
  ...neverBeyond("checksum.ts", "crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);"),
  ...neverBeyond(
    "figures.ts",
    "values.map((value, index) => value - (from[index] ?? 0));",
    "values.map((value, index) => value + (onto[index] ?? 0));",
  ),
  ...neverBeyond(
    "grid.ts",
    "rises[index - 1] = ((series[index] ?? 0) - (series[index - 1] ?? 0)) / step;",
    "const slope = rises.sort()[rises.length >> 1] ?? 0;",
    "off[index - 1] = ((series[index] ?? 0) - first) / step - slope * index;",
    "series[index] = first + step * ((off[index - 1] ?? 0) + slope * index);",
  ),
  ...neverBeyond("integer-series.ts", "const value = series[index] ?? 0;", "last += series[index] ?? 0;"),
  ...neverBeyond(
    "means.ts",
    "const count = counts[index] ?? 0;",
    "const expected = Math.floor((count * ((lows[index] ?? 0) + (highs[index] ?? 0))) / 2);",
    "return { count, low: low[index] ?? 0, high: high[index] ?? 0, expected, scale };",
  ),
  ...neverBeyond("runs.ts", "found(counts[start] ?? 0, index - start);"),
  ...neverBeyond("times.ts", "const time = times[index] ?? 0;"),
  ...neverBeyond("value-forms.ts", "values.map((value) => places.get(value) ?? 0),"),
  {
    file: `${CODEC}value-forms.ts`,
    was: "places.get(value) ?? 0",
    is: "places.get(value)",
    why: "the type checker asks; the list has every value",
  },
  {
    file: `${CODEC}value-forms.ts`,
    was: "form >= SINGLE",
    is: "form > SINGLE",
    why: "whole numbers are written as they are: nobody writes 32-bit floats without places",
  },
  {
    file: `${CODEC}bits.ts`,
    was: "left > BITS_AT_ONCE",
    is: "left >= BITS_AT_ONCE",
    why: `24 bits go in one piece either way; ${NOTHING_LEFT}`,
  },
  { file: `${CODEC}bytes.ts`, was: "64", is: "128", why: ROOM },
  { file: `${CODEC}bytes.ts`, was: "1", is: "2", on: "this.#makeRoom(this.#length + 1);", why: ROOM },
  {
    file: `${CODEC}bytes.ts`,
    was: "end <= this.#bytes.length",
    is: "end < this.#bytes.length",
    why: ROOM,
  },
  { file: `${CODEC}bytes.ts`, was: "this.#bytes.length * 2", is: "this.#bytes.length / 2", why: ROOM },
  {
    file: `${CODEC}bytes.ts`,
    was: "2",
    is: "3",
    on: "const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));",
    why: ROOM,
  },
  {
    file: `${CODEC}bytes.ts`,
    was: "(rest % 128) + 128",
    is: "(rest % 128) - 128",
    why: "of a number a byte keeps the lowest eight bits, which are the same",
  },
  {
    file: `${CODEC}checksum.ts`,
    was: "256",
    is: "512",
    why: "no byte asks for the second half of the table",
  },
  {
    file: `${CODEC}grid.ts`,
    was: "step === 1",
    is: "false",
    why: "it ends a search that finds nothing smaller",
  },
  {
    file: `${CODEC}grid.ts`,
    was: "index < series.length",
    is: "index <= series.length",
    why: BEHIND_THE_END,
  },
  {
    file: `${CODEC}integer-series.ts`,
    was: "index < series.length",
    is: "index <= series.length",
    why: BEHIND_THE_END,
  },
  {
    file: `${CODEC}near-decimals.ts`,
    was: "negativeZeros.length === 0 ? values : values.map((value) => value + 0)",
    is: "values.map((value) => value + 0)",
    why: "it saves a copy",
  },
  {
    file: `${CODEC}rice.ts`,
    was: "floor",
    is: "ceil",
    on: "const most = Math.floor(Math.log2(counts.reduce((largest, count) => Math.max(largest, count), 0)));",
    why: "one low bit more is never shorter",
  },
  {
    file: `${CODEC}rice.ts`,
    was: "0",
    is: "1",
    on: "const most = Math.floor(Math.log2(counts.reduce((largest, count) => Math.max(largest, count), 0)));",
    why: "zeros need no low bits, as ones do not",
  },
  {
    file: `${CODEC}rice.ts`,
    was: "1",
    is: "2",
    on: "if (isShort) bits.write(2 ** (high + 1) - 2, high + 1);",
    why: "only the lowest bits are written, which are the same",
  },
  { file: `${CODEC}ulps.ts`, was: "16", is: "32", why: ROOM },
  { file: `${CODEC}ulps.ts`, was: "ulps === 0", is: "false", why: "nothing further away is itself" },
  { file: `${CODEC}xor-floats.ts`, was: "8", is: "9", why: ROOM },
  {
    file: `${CODEC}xor-floats.ts`,
    was: "64",
    is: "128",
    on: "const NO_WINDOW: Window = { leading: 64, trailing: 0 };",
    why: "no change has so many zeros before it",
  },
  {
    file: `${CODEC}xor-floats.ts`,
    was: "0",
    is: "1",
    on: "const NO_WINDOW: Window = { leading: 64, trailing: 0 };",
    why: "no change has so many zeros before it",
  },
  {
    file: `${CODEC}xor-floats.ts`,
    was: "64",
    is: "128",
    on: "const widthOf = ({ leading, trailing }: Window): number => 64 - leading - trailing;",
    why: "widths are compared with each other, and six bits of one are written",
  },
  { file: `${CODEC}xor-floats.ts`, was: "leading < 32", is: "leading <= 32", why: NOTHING_LEFT },
  { file: `${CODEC}xor-floats.ts`, was: "trailing < 32", is: "trailing <= 32", why: NOTHING_LEFT },
];

export const HISTORY: Equivalent[] = [
  ...CODEC_EQUIVALENTS,
  {
    file: "lib/history/aggregate.ts",
    was: "a.last > b.last",
    is: "a.last >= b.last",
    why: "of two equal values either is the last",
  },
  {
    file: "lib/history/aggregate.ts",
    was: "a.lastAtMicros > b.lastAtMicros",
    is: "a.lastAtMicros >= b.lastAtMicros",
    why: "equal moments were looked at before",
  },
  {
    file: "lib/history/plan.ts",
    was: "tierFromMs >= toMs",
    is: "tierFromMs > toMs",
    why: "a piece of nothing is left out in the end",
  },
  {
    file: "lib/history/retention.ts",
    was: 'plan !== "free" || downgradedAtMs === null',
    is: 'plan !== "free"',
    why: "the type checker asks; null is 1970 to a sum, whose days of grace are over",
  },
];
