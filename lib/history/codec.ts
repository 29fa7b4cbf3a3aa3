import { deflateSync, inflateSync } from "fflate";

/** One reading of one sensor: whole epoch microseconds, the value in the sensor's own unit, a state 1 or 0. */
export type Point = { atMicros: number; value: number };

/** What a bucket tells of its readings, at least one; `bucket` counts the tier's lengths since the epoch. */
export type Bucket = Record<"bucket" | "count" | "min" | "max" | "avg" | "last", number>;

/** Not every platform's language has it yet. */
const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };

/**
 * Bytes travel between the database and here as base64, which takes a third more than they do, and not twice. PostgreSQL
 * breaks it into lines, which both ways overlook.
 */
export function chunkBytes(text: string): Uint8Array {
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/** First byte of every chunk: the version of the format. Three have the length behind them once it is inflated. */
const VERSION = 1;
const HEAD_BYTES = 4;
/** Seven bits of an integer stand in a byte, the eighth says that more follow. */
const GROUP = 128;
/** Microseconds in what a clock counts; their places are written into chunks. */
const CLOCKS = [1_000_000, 1_000, 1] as const;
const PLACES_MAX = 6;
/** Added to the places of values that their sender computed in 32-bit floats. */
const SINGLE = 16;
/** In place of the places: no decimals, eight bytes each follow. */
const NO_DECIMALS = 255;
/** Differences of such integers, and sums of some of them, are exact. */
const INTEGER_MAX = 2 ** 48;
/** How far a mean may be from the sum that stands for it: what 32-bit floats leave open. */
const MEAN_ERROR = 1e-7;

/** Bytes that are no chunk of ours. */
export class CorruptChunk extends Error {
  override name = "CorruptChunk";
}

/** Integers as varints, small ones of either sign in one byte; then all of them deflated. */
class ChunkWriter {
  readonly #bytes: number[] = [];

  integer(value: number): void {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= GROUP; rest = Math.floor(rest / GROUP)) this.#bytes.push((rest % GROUP) + GROUP);
    this.#bytes.push(rest);
  }

  /** Each as its difference from the one before, so many times over: a steady rise becomes zeros. */
  integers(values: Float64Array, order: 0 | 1 | 2): void {
    let series = values;
    for (let times = 0; times < order; times += 1)
      series = series.map((value, index) => value - (series[index - 1] ?? 0));
    for (const value of series) this.integer(value);
  }

  floats(values: Float64Array): void {
    for (const byte of new Uint8Array(values.slice().buffer)) this.#bytes.push(byte);
  }

  chunk(): Uint8Array {
    const deflated = deflateSync(Uint8Array.from(this.#bytes), { level: 9 });
    const chunk = new Uint8Array(HEAD_BYTES + deflated.length);
    new DataView(chunk.buffer).setUint32(0, this.#bytes.length);
    chunk[0] = VERSION;
    chunk.set(deflated, HEAD_BYTES);
    return chunk;
  }
}

class ChunkReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(chunk: Uint8Array) {
    if (chunk[0] !== VERSION || chunk.length <= HEAD_BYTES)
      throw new CorruptChunk(`Unknown version ${chunk[0]}`);
    const head = new DataView(chunk.buffer, chunk.byteOffset, HEAD_BYTES).getUint32(0);
    try {
      // Without its length fflate makes room for far more, which takes longer than inflating it.
      const out = new Uint8Array(head % 2 ** 24);
      this.#bytes = inflateSync(chunk.subarray(HEAD_BYTES), { out });
    } catch (cause) {
      throw new CorruptChunk("It can't be inflated", { cause });
    }
  }

  integer(): number {
    let value = 0;
    for (let weight = 1; ; weight *= GROUP) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new CorruptChunk("It ends too early");
      this.#at += 1;
      value += (byte % GROUP) * weight;
      if (byte < GROUP) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }

  integers(length: number, order: 0 | 1 | 2): Float64Array {
    const series = new Float64Array(length);
    for (let index = 0; index < length; index += 1) series[index] = this.integer();
    for (let times = 0; times < order; times += 1)
      for (let index = 1; index < length; index += 1)
        series[index] = (series[index] ?? 0) + (series[index - 1] ?? 0);
    return series;
  }

  floats(length: number): Float64Array {
    const end = this.#at + 8 * length;
    if (end > this.#bytes.length) throw new CorruptChunk("It ends too early");
    const values = new Float64Array(this.#bytes.slice(this.#at, end).buffer);
    this.#at = end;
    return values;
  }
}

/** How integers are values: `integer / scale`, rounded to a 32-bit float where the sender did so. */
type Decimals = { places: number; scale: number; isSingle: boolean };

const decimals = (places: number, isSingle: boolean): Decimals => ({ places, scale: 10 ** places, isSingle });

const restored = (integer: number, { scale, isSingle }: Decimals): number =>
  isSingle ? Math.fround(integer / scale) : integer / scale;

// Adding 0 turns -0 into 0, which is then seen not to come back.
const integerOf = (value: number, { scale }: Decimals): number => Math.round(value * scale) + 0;

/** The fewest places with which every value comes back bit for bit; null where none do. */
function decimalsOf(...columns: Float64Array[]): Decimals | null {
  for (const isSingle of [false, true]) {
    for (let places = 0; places <= PLACES_MAX; places += 1) {
      const form = decimals(places, isSingle);
      const isBack = (value: number): boolean => {
        const integer = integerOf(value, form);
        return Math.abs(integer) <= INTEGER_MAX && Object.is(restored(integer, form), value);
      };
      if (columns.every((values) => values.every(isBack))) return form;
    }
  }
  return null;
}

const codeOf = (form: Decimals | null): number =>
  form === null ? NO_DECIMALS : form.places + (form.isSingle ? SINGLE : 0);

const formOf = (code: number): Decimals | null =>
  code === NO_DECIMALS ? null : decimals(code % SINGLE, code >= SINGLE);

/** One sensor's readings of a day, in the order of time. */
export function sealReadings(points: readonly Point[]): Uint8Array {
  const times = Float64Array.from(points, ({ atMicros }) => atMicros);
  const values = Float64Array.from(points, ({ value }) => value);
  const clock = CLOCKS.findIndex((micros) => times.every((time) => time % micros === 0));
  const form = decimalsOf(values);
  const writer = new ChunkWriter();
  writer.integer(points.length);
  writer.integer(clock);
  writer.integers(
    times.map((time) => time / (CLOCKS[clock] ?? 1)),
    2,
  );
  writer.integer(codeOf(form));
  if (form === null) writer.floats(values);
  else
    writer.integers(
      values.map((value) => integerOf(value, form)),
      1,
    );
  return writer.chunk();
}

/** What `sealReadings` wrote, bit for bit, as two columns. */
export function openReadings(chunk: Uint8Array): { times: Float64Array; values: Float64Array } {
  const reader = new ChunkReader(chunk);
  const length = reader.integer();
  const micros = CLOCKS[reader.integer()];
  if (micros === undefined) throw new CorruptChunk("An unknown unit of time");
  const times = reader.integers(length, 2).map((time) => time * micros);
  const form = formOf(reader.integer());
  const values =
    form === null
      ? reader.floats(length)
      : reader.integers(length, 1).map((integer) => restored(integer, form));
  return { times, values };
}

/** Rounding must not show a mean outside of the extremes. */
export const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** A bucket as integers near zero: how far the others lie from the lowest value, and the sum from what the extremes say. */
type Offsets = Record<"bucket" | "count" | "low" | "high" | "last" | "sum", number>;

/** Half of the readings at the lowest value, half at the highest. */
const expectedSum = ({ count, low, high }: Offsets): number => Math.floor((count * (2 * low + high)) / 2);

function offsetsOf({ bucket, count, min, max, avg, last }: Bucket, form: Decimals): Offsets {
  const low = integerOf(min, form);
  const [high, latest] = [integerOf(max, form) - low, integerOf(last, form) - low];
  const offsets = { bucket, count, low, high, last: latest, sum: Math.round(avg * count * form.scale) };
  return { ...offsets, sum: offsets.sum - expectedSum(offsets) };
}

function bucketOf(offsets: Offsets, form: Decimals): Bucket {
  const { bucket, count, low, high, last, sum } = offsets;
  const [min, max] = [restored(low, form), restored(low + high, form)];
  const mean = (sum + expectedSum(offsets)) / form.scale / count;
  return { bucket, count, min, max, avg: between(min, mean, max), last: restored(low + last, form) };
}

const FIGURES = ["min", "max", "avg", "last"] as const;
const OFFSETS = ["low", "high", "last", "sum"] as const;

/** One sensor's buckets of a day, in order. */
export function sealBuckets(buckets: readonly Bucket[]): Uint8Array {
  const column = (figure: keyof Bucket) => Float64Array.from(buckets, (bucket) => bucket[figure]);
  const form = decimalsOf(column("min"), column("max"), column("last"));
  const offsets = form === null ? [] : buckets.map((bucket) => offsetsOf(bucket, form));
  const isNear = offsets.every((offset, index) => {
    const [mean, near] = [buckets[index]?.avg ?? 0, form === null ? 0 : bucketOf(offset, form).avg];
    return Math.abs(near - mean) <= MEAN_ERROR * Math.max(1, Math.abs(mean));
  });
  const writer = new ChunkWriter();
  writer.integer(buckets.length);
  writer.integers(column("bucket"), 2);
  writer.integers(column("count"), 1);
  writer.integer(codeOf(isNear ? form : null));
  if (form === null || !isNear) for (const figure of FIGURES) writer.floats(column(figure));
  else
    for (const name of OFFSETS)
      writer.integers(
        Float64Array.from(offsets, (offset) => offset[name]),
        name === "low" ? 1 : 0,
      );
  return writer.chunk();
}

/** What `sealBuckets` wrote: bit for bit, but for the last digits of a mean. */
export function openBuckets(chunk: Uint8Array): Bucket[] {
  const reader = new ChunkReader(chunk);
  const length = reader.integer();
  const [numbers, counts] = [reader.integers(length, 2), reader.integers(length, 1)];
  const form = formOf(reader.integer());
  const columns = OFFSETS.map((name) =>
    form === null ? reader.floats(length) : reader.integers(length, name === "low" ? 1 : 0),
  );
  return Array.from(numbers, (bucket, index) => {
    const count = counts[index] ?? 0;
    const [first = 0, second = 0, third = 0, fourth = 0] = columns.map((column) => column[index] ?? 0);
    if (form === null) return { bucket, count, min: first, max: second, avg: third, last: fourth };
    return bucketOf({ bucket, count, low: first, high: second, last: third, sum: fourth }, form);
  });
}
