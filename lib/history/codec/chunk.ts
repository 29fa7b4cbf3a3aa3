import { crc32 } from "../../kernel/crc32.ts";
import { ByteSink, ByteSource, CorruptChunk } from "./bytes.ts";
import { readIntegers, SPAN_MAX, writeIntegers } from "./integer-series.ts";
import { readValues, writeValues } from "./value-forms.ts";

const CHECKSUM_BYTES = 4;

/** First byte of every chunk: the version of the format. */
const VERSION = 0xa1;
/** Room for one reading every 20 ms of a day; bounds what bytes from elsewhere can make us allocate. */
const POINTS_MAX = 2 ** 22;

/**
 * Microseconds in what a clock counts: seconds, milliseconds, microseconds. Their places are written into
 * chunks.
 */
const UNITS = [1_000_000, 1_000, 1] as const;

/** What was written, whose first byte is the version of its format, with a CRC-32 behind it. */
export function withChecksum(sink: ByteSink): Uint8Array {
  const end = sink.length;
  for (let index = 0; index < CHECKSUM_BYTES; index += 1) sink.byte(0);
  const bytes = sink.toBytes();
  new DataView(bytes.buffer).setUint32(end, crc32(bytes, 0, end));
  return bytes;
}

/**
 * The bytes behind the version, once they are known to be as they were written.
 * @throws CorruptChunk
 */
export function verifiedSource(bytes: Uint8Array, version: number): ByteSource {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < 1) throw new CorruptChunk(`only ${bytes.length} bytes`);
  const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(end);
  if (stored !== crc32(bytes, 0, end)) throw new CorruptChunk("the checksum does not match");
  const source = new ByteSource(bytes, end);
  const found = source.byte();
  if (found !== version) throw new CorruptChunk(`unknown version ${found}`);
  return source;
}

/**
 * One reading of one sensor: whole epoch microseconds (below 2^53), the value in the sensor's own unit, a
 * state 1 or 0.
 */
export type Point = { atMicros: number; value: number };

/** The coarsest unit in which every time is whole, by its place in the list. */
export const unitOf = (times: Float64Array): number =>
  UNITS.findIndex((micros) => times.every((time) => time % micros === 0));

function microsOf(unit: number): number {
  const micros = UNITS[unit];
  if (micros === undefined) throw new CorruptChunk("an unknown unit of time");
  return micros;
}

/**
 * @throws RangeError where the points are not in order, are not whole microseconds, or span more than two
 * years.
 */
export function timesOf(points: readonly Point[]): Float64Array {
  const times = Float64Array.from(points, (point) => point.atMicros);
  const first = times[0] ?? 0;
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] ?? 0;
    if (!Number.isSafeInteger(time)) throw new RangeError(`Not whole microseconds: ${time}`);
    if (index > 0 && time <= (times[index - 1] ?? 0))
      throw new RangeError(`Not after the one before: ${time}`);
    if (time - first > SPAN_MAX) throw new RangeError("A chunk spans two years at most");
  }
  return times;
}

function writeTimes(sink: ByteSink, times: Float64Array, unit: number): void {
  const micros = microsOf(unit);
  writeIntegers(
    sink,
    times.map((time) => time / micros),
  );
}

export function readTimes(source: ByteSource, unit: number, length: number): Float64Array {
  const micros = microsOf(unit);
  const times = readIntegers(source, length);
  for (let index = 0; index < times.length; index += 1) {
    const time = (times[index] ?? 0) * micros;
    if (index > 0 && time <= (times[index - 1] ?? 0)) throw new CorruptChunk("times run backwards");
    times[index] = time;
  }
  return times;
}

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
  const { times, values } = openColumns(bytes);
  return Array.from(times, (atMicros, index) => ({ atMicros, value: values[index] ?? 0 }));
}

/** The same as two columns, for who wants few of its points. */
export function openColumns(bytes: Uint8Array): { times: Float64Array; values: Float64Array } {
  const source = verifiedSource(bytes, VERSION);
  const header = source.byte();
  const length = source.unsigned();
  if (length === 0 || length > POINTS_MAX) throw new CorruptChunk(`${length} points`);
  const times = readTimes(source, header >> 4, length);
  const values = readValues(header % 16, source, length);
  if (!source.isAtEnd) throw new CorruptChunk("it goes on after its end");
  return { times, values };
}
