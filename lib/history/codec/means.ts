import { type ByteSink, type ByteSource, CorruptChunk } from "./bytes.ts";
import { ulpsAway, ulpsBetween } from "./decimals.ts";
import { readIntegers, writeIntegers } from "./integer-series.ts";
import { readFloats, writeFloats } from "./xor-floats.ts";

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
