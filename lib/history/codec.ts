import { deflateSync, inflateSync } from "fflate";

/** A reading of one sensor, at whole epoch microseconds. The value is in the sensor's own unit; a state is 1 or 0. */
export type Point = { atMicros: number; value: number };

/** The figures of a bucket with at least one reading. `bucket`: its number, in lengths of the tier since the epoch. */
export type Bucket = Record<"bucket" | "count" | "min" | "max" | "avg" | "last", number>;

/** Undefined on platforms that don't have it yet. */
const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };

/**
 * Decodes a chunk from the database. Base64 makes it a third larger than its bytes, and hex would make it twice as
 * large. PostgreSQL adds line breaks, which both decoders ignore.
 */
export function chunkBytes(text: string): Uint8Array {
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/** The first byte of every chunk: the version of the format. The next three are the length of the inflated rest. */
const VERSION = 1;
const HEAD_BYTES = 4;
/** A byte of a varint has seven bits of the integer. Its eighth bit says that more bytes follow. */
const GROUP = 128;
/** Units of time in microseconds. Chunks store the index of the coarsest one that fits all times. */
const CLOCKS = [1_000_000, 1_000, 1] as const;
const PLACES_MAX = 6;
/** Added to the number of decimal places if the sender computed the values in 32-bit floats. */
const SINGLE = 16;
/** Stored instead of the number of decimal places if the values are plain 8-byte floats. */
const NO_DECIMALS = 255;
/** Integers up to this limit have exact differences and sums in a 64-bit float. */
const INTEGER_MAX = 2 ** 48;
/** The relative error that storing a mean as a sum of decimals may cause: about the precision of a 32-bit float. */
const MEAN_ERROR = 1e-7;

/** The bytes are not a chunk that this code wrote. */
export class CorruptChunk extends Error {
  override name = "CorruptChunk";
}

/** Writes integers as varints (small ones of either sign take one byte) and deflates the result. */
class ChunkWriter {
  readonly #bytes: number[] = [];

  integer(value: number): void {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= GROUP; rest = Math.floor(rest / GROUP)) this.#bytes.push((rest % GROUP) + GROUP);
    this.#bytes.push(rest);
  }

  /** Writes differences between neighbors, taken `order` times. At order 2, a steady rise becomes zeros. */
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
      // Without the length, fflate would allocate far more memory, which takes longer than inflating.
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

/** The mapping of integers to values: `integer / scale`, rounded to a 32-bit float if `isSingle`. */
type Decimals = { places: number; scale: number; isSingle: boolean };

const decimals = (places: number, isSingle: boolean): Decimals => ({ places, scale: 10 ** places, isSingle });

const restored = (integer: number, { scale, isSingle }: Decimals): number =>
  isSingle ? Math.fround(integer / scale) : integer / scale;

// Adding 0 turns -0 into 0, so that the check in `decimalsOf` notices that -0 isn't restored.
const integerOf = (value: number, { scale }: Decimals): number => Math.round(value * scale) + 0;

/** Returns the fewest decimal places that restore every value bit for bit; null if none do. */
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

/** Writes one sensor's readings of a day, in order of time, as a chunk. */
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

/** Reads a chunk of `sealReadings`, bit for bit, as two columns. */
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

/** Limits a value to a range: rounding must not move a mean outside of the extremes. */
export const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** A bucket as integers near zero: `high` and `last` relative to `low`, and `sum` relative to `expectedSum`. */
type Offsets = Record<"bucket" | "count" | "low" | "high" | "last" | "sum", number>;

/** The sum if half of the readings had the lowest value, and half the highest. */
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

/** Writes one sensor's buckets of a day, in order, as a chunk. */
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

/** Reads a chunk of `sealBuckets`: bit for bit, except for the last digits of a mean. */
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
