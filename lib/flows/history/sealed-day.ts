import { openChunk, sealChunk } from "../../domain/history/codec/chunk.ts";
import { CorruptChunk } from "../../domain/history/codec/corrupt-chunk.ts";
import type { Point } from "../../domain/history/codec/point.ts";
import { seriesOf, tierBuckets, withLate } from "../../domain/history/device-day.ts";
import { dayStartMs, type UtcDay } from "../../domain/history/utc-day.ts";
import type { SealedDay, SealedSensor } from "../../store/history/commit-seal.ts";
import type { DeviceDay } from "../../store/history/seal.ts";

/** `chunks` are those that the device has of the day already, by position. */
export type Before = { isBehind: boolean; chunks: ReadonlyMap<number, Uint8Array> | undefined };

export type SealedOrRefused =
  | { ok: true; value: SealedDay }
  | { ok: false; problem: { device: number; reason: string } };

/** All or nothing of a device's day: with one series that the codec refuses, all stay in their snapshots. */
export function sealedDay(day: UtcDay, device: DeviceDay, before: Before): SealedOrRefused {
  const { number, stamp, snapshots } = device;
  try {
    const sensors = Array.from(seriesOf(snapshots), ([position, points]) =>
      sealedSensor(day, position, points, before),
    );
    return { ok: true, value: { number, rows: snapshots.length, stamp, sensors } };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof CorruptChunk)) throw error;
    return { ok: false, problem: { device: number, reason: error.message } };
  }
}

function sealedSensor(
  day: UtcDay,
  position: number,
  points: Point[],
  { isBehind, chunks }: Before,
): SealedSensor {
  const known = chunks?.get(position);
  const all = known === undefined ? points : withLate(openChunk(known), points);
  const isLate = isBehind || chunks !== undefined;
  return {
    position,
    chunk: sealChunk(all),
    readings: points.length,
    buckets: isLate ? tierBuckets(dayStartMs(day), all) : [],
  };
}
