import type { Db } from "../kernel/db.queries.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import type { DeviceRange } from "../kernel/shards.ts";
import { dayStartMs, type UtcDay } from "./buckets.ts";
import { dropSnapshotDay, ensureHistoryMonth, findDays, moveWatermark } from "./carried.queries.ts";
import { CorruptChunk } from "./codec/bytes.ts";
import { openChunk, type Point, sealChunk } from "./codec/chunk.ts";
import { seriesOf, THE_WHOLE, tierBuckets, withLate } from "./device-day.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import { daysToSeal, firstOpenDay } from "./retention.ts";
import { type Guarded, guarded, rollUpDay } from "./roll-up.actions.ts";
import {
  commitSealed,
  type DeviceDay,
  findChunks,
  readDeviceDays,
  type SealedDay,
  type SealedSensor,
} from "./seal.queries.ts";

/** `chunks` are those that the device has of the day already, by position. */
type Before = { isBehind: boolean; chunks: ReadonlyMap<number, Uint8Array> | undefined };

type SealedOrRefused =
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

/**
 * `devices` are days of a device, `refused` those that the codec can't hold and that stay as they are; `days`
 * are those whose partition is gone. `unfinished` is 1 where the run's share was used up: the next one goes
 * on.
 */
type DaysSealed = {
  days: number;
  devices: number;
  sensors: number;
  readings: number;
  bytes: number;
  refused: number;
  unfinished: number;
};

type Run = { devices: DeviceRange; batchesLeft: number; counts: DaysSealed; guard: Guarded };

/**
 * Compacts days that can get no more readings into chunks, oldest first. The run for all devices drops their
 * snapshots once none is left of any device, whichever run has compacted it.
 */
export async function sealDays(
  services: CoreServices,
  { devices, isForAll } = THE_WHOLE,
): Promise<DaysSealed> {
  const nowMs = services.clock().getTime();
  const { hot, sealedBefore } = await findDays(services.db);
  const counts = { days: 0, devices: 0, sensors: 0, readings: 0, bytes: 0, refused: 0, unfinished: 0 };
  const batchesLeft = HISTORY_LIMITS.sealBatchesMax;
  const run: Run = { devices, batchesLeft, counts, guard: guarded(services.report) };
  const closed = daysToSeal(hot, nowMs);
  const left: UtcDay[] = [];
  for (const day of closed) {
    const isBehind = sealedBefore !== null && day < sealedBefore;
    const isSealed = run.batchesLeft > 0 && (await sealDay(services, run, day, isBehind));
    if (isSealed && isForAll && (await dropSnapshotDay(services.db, day))) counts.days += 1;
    else left.push(day);
  }
  if (run.batchesLeft <= 0) counts.unfinished = 1;
  if (isForAll) await moveWatermark(services.db, left[0] ?? firstOpenDay(nowMs));
  return counts;
}

/** `isBehind`: a reading came into a day that was compacted for everyone. Returns true if the day was finished. */
async function sealDay(services: CoreServices, run: Run, day: UtcDay, isBehind: boolean): Promise<boolean> {
  if (!isBehind) {
    const { devices, guard, batchesLeft } = run;
    const ask = { day, devices, batchesMax: batchesLeft };
    const { batches, unfinished } = await rollUpDay(services.db, guard, ask);
    run.batchesLeft -= batches;
    if (unfinished > 0) return false;
  }
  await ensureHistoryMonth(services.db, day);
  const snapshotsMax = HISTORY_LIMITS.sealSnapshotsBatch;
  for (let { after, upTo } = run.devices; run.batchesLeft > 0; run.batchesLeft -= 1) {
    const read = await readDeviceDays(services.db, { day, after, upTo, snapshotsMax });
    const last = read.at(-1);
    if (last === undefined) return true;
    await run.guard(day, () => sealBatch(services, run.counts, { day, isBehind, read }));
    after = last.number;
  }
  return false;
}

type Batch = { day: UtcDay; isBehind: boolean; read: DeviceDay[] };

async function sealBatch({ db, report }: CoreServices, counts: DaysSealed, batch: Batch): Promise<void> {
  const { day, isBehind, read } = batch;
  const chunks = await chunksOf(db, day, read);
  const days = read.map((device) => sealedDay(day, device, { isBehind, chunks: chunks.get(device.number) }));
  const good = days.flatMap((one) => (one.ok ? [one.value] : []));
  for (const one of days) {
    if (!one.ok) report({ level: "error", event: "day_not_sealed", day, ...one.problem });
  }
  const sealed = new Set(good.length === 0 ? [] : await commitSealed(db, day, good));
  for (const { sensors } of good.filter(({ number }) => sealed.has(number))) {
    counts.devices += 1;
    counts.sensors += sensors.length;
    counts.readings += sensors.reduce((sum, { readings }) => sum + readings, 0);
    counts.bytes += sensors.reduce((sum, { chunk }) => sum + chunk.length, 0);
  }
  counts.refused += days.length - good.length;
}

const chunksOf = (db: Db, day: UtcDay, read: DeviceDay[]) =>
  findChunks(
    db,
    day,
    read.map(({ number }) => number),
  );
