import { ByteSink } from "./bytes.ts";
import { CorruptChunk } from "./corrupt-chunk.ts";
import { verifiedSource, withChecksum } from "./envelope.ts";
import type { Point } from "./point.ts";
import { readTimes, timesOf, unitOf, writeTimes } from "./times.ts";
import { readValues, writeValues } from "./value-forms.ts";

/** First byte of every chunk: the version of the format. */
const VERSION = 0xa1;
/** Room for one reading every 20 ms of a day; bounds what bytes from elsewhere can make us allocate. */
const POINTS_MAX = 2 ** 22;

/**
 * One sensor's readings of one UTC day in the fewest bytes known, bit for bit:
 * version · unit of time and form of values (4 bits each) · how many · times · values · CRC-32.
 * @throws RangeError for no points, times out of order, and values that are not finite.
 */
export function sealChunk(points: readonly Point[]): Uint8Array {
  if (points.length === 0 || points.length > POINTS_MAX) throw new RangeError(`${points.length} points`);
  const values = Float64Array.from(points, (point) => point.value);
  if (!values.every(Number.isFinite)) throw new RangeError("A value is not finite");
  const times = timesOf(points);
  const unit = unitOf(times);
  const written = writeValues(values);
  const sink = new ByteSink();
  sink.byte(VERSION);
  sink.byte(unit * 16 + written.form);
  sink.unsigned(points.length);
  writeTimes(sink, times, unit);
  sink.append(written.sink);
  return withChecksum(sink);
}

/** @throws CorruptChunk for every byte sequence that `sealChunk` did not write; never a wrong answer. */
export function openChunk(bytes: Uint8Array): Point[] {
  const source = verifiedSource(bytes, VERSION);
  const header = source.byte();
  const length = source.unsigned();
  if (length === 0 || length > POINTS_MAX) throw new CorruptChunk(`${length} points`);
  const times = readTimes(source, header >> 4, length);
  const values = readValues(header % 16, source, length);
  if (!source.isAtEnd) throw new CorruptChunk("it goes on after its end");
  return Array.from(times, (atMicros, index) => ({ atMicros, value: values[index] ?? 0 }));
}
