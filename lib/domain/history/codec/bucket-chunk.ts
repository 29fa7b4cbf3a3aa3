import { ByteSink, type ByteSource } from "./bytes.ts";
import { CorruptChunk } from "./corrupt-chunk.ts";
import { verifiedSource, withChecksum } from "./envelope.ts";
import { readFigures, writeFigures } from "./figures.ts";
import { readIntegers, writeIntegers } from "./integer-series.ts";

/** First byte of every chunk of buckets: the version of the format. */
const VERSION = 0xb1;
/** Room for a month of buckets of half a minute; bounds what bytes from elsewhere can make us allocate. */
const BUCKETS_MAX = 2 ** 17;

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
