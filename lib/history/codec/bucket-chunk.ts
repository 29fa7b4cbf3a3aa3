import { ByteSink, type ByteSource, CorruptChunk } from "./bytes.ts";
import { verifiedSource, withChecksum } from "./chunk.ts";
import {
  APART,
  asNearDecimals,
  formOf,
  fromNearDecimals,
  type NearDecimals,
  nearForm,
  readOddities,
  ulpsAway,
  ulpsBetween,
  writeOddities,
} from "./decimals.ts";
import { readIntegers, writeIntegers } from "./integer-series.ts";
import { readFloats, readValues, writeFloats, writeValues } from "./value-forms.ts";

/** What is known of the buckets: extremes as values (`low`) and as integers (`lows` = `low` × `scale`). */
export type Known = {
  counts: Float64Array;
  low: Float64Array;
  high: Float64Array;
  lows: Float64Array;
  highs: Float64Array;
  scale: number;
};

type KnownBucket = { count: number; low: number; high: number; expected: number; scale: number };

/** First byte of every chunk of buckets: the version of the format. */
const VERSION = 0xb1;
/** Room for a month of buckets of half a minute; bounds what bytes from elsewhere can make us allocate. */
const BUCKETS_MAX = 2 ** 17;

/** The figures of some buckets, each in a column of the same length. */
type Figures = Record<"low" | "high" | "last" | "mean", Float64Array>;

function bucketAt({ counts, low, high, lows, highs, scale }: Known, index: number): KnownBucket {
  const count = counts[index] ?? 0;
  // Half of the readings at the lowest value, half at the highest.
  const expected = Math.floor((count * ((lows[index] ?? 0) + (highs[index] ?? 0))) / 2);
  return { count, low: low[index] ?? 0, high: high[index] ?? 0, expected, scale };
}

/** The mean of a sum, never outside of the extremes: the one that rows of the tier hold, but for rounding. */
const meanOf = ({ count, low, high, expected, scale }: KnownBucket, beyond: number): number =>
  Math.min(high, Math.max(low, (expected + beyond) / scale / count));

/** Sums further from what is expected would leave the exact integers. */
const BEYOND_MAX = 2 ** 44;

type Written = { beyond: number; ulps: number };

/** Null for a mean that is no sum's, such as one of zero that rounding has moved. */
function written(mean: number, bucket: KnownBucket): Written | null {
  const sum = Math.round(mean * bucket.count * bucket.scale);
  const beyond = sum - bucket.expected;
  if (!(Number.isSafeInteger(sum) && Math.abs(beyond) <= BEYOND_MAX)) return null;
  const near = meanOf(bucket, beyond);
  const ulps = ulpsBetween(near, mean);
  return ulps !== null && Object.is(ulpsAway(near, ulps), mean) ? { beyond, ulps } : null;
}

/**
 * Each mean as its sum: how far it lies from what the extremes let expect, and by how much adding in another
 * order has rounded otherwise. Those that are no sum's follow as they are, with their places.
 */
export function writeMeans(sink: ByteSink, means: Float64Array, known: Known): void {
  const [beyond, ulps] = [new Float64Array(means.length), new Float64Array(means.length)];
  const odd: number[] = [];
  for (const [index, mean] of means.entries()) {
    const sum = written(mean, bucketAt(known, index));
    if (sum === null) odd.push(index);
    beyond[index] = sum?.beyond ?? 0;
    ulps[index] = sum?.ulps ?? 0;
  }
  writeIntegers(sink, beyond);
  writeIntegers(sink, ulps);
  sink.unsigned(odd.length);
  if (odd.length === 0) return;
  writeIntegers(sink, Float64Array.from(odd));
  writeFloats(
    sink,
    Float64Array.from(odd, (index) => means[index] ?? 0),
  );
}

/** Reads what `writeMeans` wrote, bit for bit. */
export function readMeans(source: ByteSource, known: Known): Float64Array {
  const { length } = known.counts;
  const [beyond, ulps] = [readIntegers(source, length), readIntegers(source, length)];
  const means = beyond.map((sum, index) => ulpsAway(meanOf(bucketAt(known, index), sum), ulps[index] ?? 0));
  const oddOnes = source.unsigned();
  if (oddOnes > length) throw new CorruptChunk("more odd means than buckets");
  if (oddOnes === 0) return means;
  const places = readIntegers(source, oddOnes);
  for (const [index, value] of readFloats(source, oddOnes).entries()) means[places[index] ?? 0] = value;
  return means;
}

/**
 * Decimals are written as the lowest value, and how far the highest, the last and the sum lie from it; figures
 * that are no decimals each for themselves.
 */
function writeFigures(sink: ByteSink, counts: Float64Array, figures: Figures): void {
  const { low, high, last, mean } = figures;
  const near = asNearDecimals(joined([low, high, last]));
  if (near === null) {
    sink.byte(APART);
    for (const values of [low, high, last, mean]) {
      const written = writeValues(values);
      sink.byte(written.form);
      sink.append(written.sink);
    }
    return;
  }
  sink.byte(formOf(near));
  const [lows, highs, lasts] = thirdsOf(near.integers);
  writeIntegers(sink, lows);
  writeIntegers(sink, differences(highs, lows));
  writeIntegers(sink, differences(lasts, lows));
  writeOddities(sink, near);
  writeMeans(sink, mean, { counts, low, high, lows, highs, scale: 10 ** near.places });
}

/** Reads what `writeFigures` wrote of buckets with these counts. */
function readFigures(source: ByteSource, counts: Float64Array): Figures {
  const form = source.byte();
  const { length } = counts;
  if (form === APART) {
    const next = () => readValues(source.byte(), source, length);
    return { low: next(), high: next(), last: next(), mean: next() };
  }
  const known = nearForm(form);
  const lows = readIntegers(source, length);
  const highs = sums(readIntegers(source, length), lows);
  const lasts = sums(readIntegers(source, length), lows);
  const near: NearDecimals = {
    places: known.places,
    isSingle: known.isSingle,
    integers: joined([lows, highs, lasts]),
    ...readOddities(source, known, 3 * length),
  };
  const [low, high, last] = thirdsOf(fromNearDecimals(near));
  const mean = readMeans(source, { counts, low, high, lows, highs, scale: 10 ** near.places });
  return { low, high, last, mean };
}

function joined(columns: readonly [Float64Array, Float64Array, Float64Array]): Float64Array {
  const [first, second, third] = columns;
  const all = new Float64Array(3 * first.length);
  all.set(first);
  all.set(second, first.length);
  all.set(third, 2 * first.length);
  return all;
}

function thirdsOf(all: Float64Array): [Float64Array, Float64Array, Float64Array] {
  const length = all.length / 3;
  return [all.subarray(0, length), all.subarray(length, 2 * length), all.subarray(2 * length)];
}

const differences = (values: Float64Array, from: Float64Array): Float64Array =>
  values.map((value, index) => value - (from[index] ?? 0));

const sums = (values: Float64Array, onto: Float64Array): Float64Array =>
  values.map((value, index) => value + (onto[index] ?? 0));

/** What the codec needs to know of a bucket: its number since the epoch, and figures in the sensor's own unit. */
export type BucketPoint = {
  bucket: number;
  count: number;
  min: number;
  max: number;
  avg: number;
  last: number;
};

/**
 * One sensor's buckets of one month in the fewest bytes known, bit for bit:
 * version · how many · numbers of buckets · counts · figures · CRC-32.
 * @throws RangeError for no buckets, buckets out of order, and figures that are not finite.
 */
export function sealBuckets(buckets: readonly BucketPoint[]): Uint8Array {
  if (buckets.length === 0 || buckets.length > BUCKETS_MAX) throw new RangeError(`${buckets.length} buckets`);
  const sink = new ByteSink();
  sink.byte(VERSION);
  sink.unsigned(buckets.length);
  writeIntegers(sink, numbersOf(buckets));
  const counts = Float64Array.from(buckets, ({ count }) => count);
  if (!counts.every(Number.isSafeInteger)) throw new RangeError("A count is no integer");
  writeIntegers(sink, counts);
  writeFigures(sink, counts, {
    low: column(buckets, ({ min }) => min),
    high: column(buckets, ({ max }) => max),
    last: column(buckets, ({ last }) => last),
    mean: column(buckets, ({ avg }) => avg),
  });
  return withChecksum(sink);
}

function numbersOf(buckets: readonly BucketPoint[]): Float64Array {
  const numbers = Float64Array.from(buckets, ({ bucket }) => bucket);
  if (!numbers.every(Number.isSafeInteger)) throw new RangeError("A bucket's number is no integer");
  if (!isRising(numbers)) throw new RangeError("Buckets are not in order");
  return numbers;
}

const isRising = (numbers: Float64Array): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

function column(buckets: readonly BucketPoint[], figure: (bucket: BucketPoint) => number): Float64Array {
  const values = Float64Array.from(buckets, figure);
  if (!values.every(Number.isFinite)) throw new RangeError("A figure is not finite");
  return values;
}

/** @throws CorruptChunk for every byte sequence that `sealBuckets` did not write; never a wrong answer. */
export function openBuckets(bytes: Uint8Array): BucketPoint[] {
  const source = verifiedSource(bytes, VERSION);
  const length = lengthFrom(source);
  const numbers = readIntegers(source, length);
  if (!isRising(numbers)) throw new CorruptChunk("buckets run backwards");
  const counts = readIntegers(source, length);
  const { low, high, last, mean } = readFigures(source, counts);
  if (!source.isAtEnd) throw new CorruptChunk("it goes on after its end");
  return Array.from(numbers, (bucket, index) => ({
    bucket,
    count: counts[index] ?? 0,
    min: low[index] ?? 0,
    max: high[index] ?? 0,
    avg: mean[index] ?? 0,
    last: last[index] ?? 0,
  }));
}

function lengthFrom(source: ByteSource): number {
  const length = source.unsigned();
  if (length === 0 || length > BUCKETS_MAX) throw new CorruptChunk(`${length} buckets`);
  return length;
}
