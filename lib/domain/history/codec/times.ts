import type { ByteSink, ByteSource } from "./bytes.ts";
import { CorruptChunk } from "./corrupt-chunk.ts";
import { SPAN_MAX } from "./grid.ts";
import { readIntegers, writeIntegers } from "./integer-series.ts";
import type { Point } from "./point.ts";

/**
 * Microseconds in what a clock counts: seconds, milliseconds, microseconds. Their places are written into
 * chunks.
 */
const UNITS = [1_000_000, 1_000, 1] as const;

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

export function writeTimes(sink: ByteSink, times: Float64Array, unit: number): void {
  const micros = microsOf(unit);
  writeIntegers(
    sink,
    times.map((time) => time / micros),
  );
}

export function readTimes(source: ByteSource, unit: number, length: number): Float64Array {
  const micros = microsOf(unit);
  const times = readIntegers(source, length).map((time) => time * micros);
  if (times.some((time, index) => index > 0 && time <= (times[index - 1] ?? 0))) {
    throw new CorruptChunk("times run backwards");
  }
  return times;
}
