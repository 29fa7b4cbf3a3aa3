import { type Db, StoreError } from "../kernel/db.queries.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import type { DeviceRange } from "../kernel/shards.ts";
import { addedBuckets, bucketsOf, joined, type UtcDay, utcDayOf } from "./buckets.ts";
import { type Bucket, openBuckets, openReadings, type Point, sealBuckets, sealReadings } from "./codec.ts";
import {
  type CompactDay,
  commitDays,
  type DeviceDay,
  dropSnapshotDay,
  ensureHistoryMonth,
  findChunks,
  findDays,
  moveWatermark,
  readDeviceDays,
  type SensorChunks,
  type SensorDay,
} from "./compact.queries.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import { firstOpenDay, isClosedDay } from "./retention.ts";

/** The largest PostgreSQL integer. */
const NUMBER_MAX = 2 ** 31 - 1;
export const ALL_DEVICES: DeviceRange = { after: 0, upTo: NUMBER_MAX };

/** Returns the ranges between the cuts. Together they cover all numbers that devices may ever get. */
export const rangesBetween = (cuts: readonly number[]): DeviceRange[] =>
  [...cuts, NUMBER_MAX].map((upTo, index) => ({ after: cuts[index - 1] ?? 0, upTo }));

/**
 * Counts of a run. `rolledUp` and `sealed`: device days that went into the tiers, and into chunks of `readings`; `days`:
 * dropped partitions; `unfinished`: 1 if the run reached its limit, and the next one goes on.
 */
type Compacted = Record<"rolledUp" | "sealed" | "readings" | "days" | "unfinished", number>;

type Run = { devices: DeviceRange; batchesLeft: number; failures: number; counts: Compacted };

type Day = { day: UtcDay; isClosed: boolean };

/**
 * Compacts the days that are over, oldest first: each sensor's day becomes a chunk of quarter hours, a chunk of hours
 * and a row. A late reading makes its device's day due again. Once a day can get no more readings, they become a chunk
 * too, and the snapshots are deleted. Today stays as it is, since it changes with every post; queries aggregate it.
 * `isForAll`: this run also drops days without snapshots, whichever run compacted them.
 */
export async function compactDays(
  services: CoreServices,
  { devices, isForAll } = { devices: ALL_DEVICES, isForAll: true },
): Promise<Compacted> {
  const nowMs = services.clock().getTime();
  const [today, hot] = [utcDayOf(nowMs), await findDays(services.db)];
  const counts = { rolledUp: 0, sealed: 0, readings: 0, days: 0, unfinished: 0 };
  const run: Run = { devices, batchesLeft: HISTORY_LIMITS.compactBatchesMax, failures: 0, counts };
  let firstLeft = firstOpenDay(nowMs);
  for (const day of hot.filter((hotDay) => hotDay < today)) {
    const isClosed = isClosedDay(day, nowMs);
    const isDone = await compactDay(services, run, { day, isClosed });
    if (!isClosed) continue;
    if (isDone && isForAll && (await dropSnapshotDay(services.db, day))) counts.days += 1;
    else if (day < firstLeft) firstLeft = day;
  }
  if (run.batchesLeft <= 0) counts.unfinished = 1;
  if (isForAll) await moveWatermark(services.db, firstLeft);
  return counts;
}

/** Compacts a day in batches; returns true once none is left. Each is a transaction, so no device is ever half done. */
async function compactDay(services: CoreServices, run: Run, day: Day): Promise<boolean> {
  for (let { after, upTo } = run.devices; run.batchesLeft > 0; run.batchesLeft -= 1) {
    const read = await readDeviceDays(services.db, { ...day, after, upTo });
    const last = read.at(-1);
    if (last === undefined) return true;
    if (after === run.devices.after) await ensureHistoryMonth(services.db, day.day);
    after = last.number;
    await compactApart(services, run, day, read);
  }
  return false;
}

/**
 * Compacts a batch or, if the database refuses it or doesn't finish in time, each of its devices alone, so that one
 * device's odd day blocks no other. That day stays unchanged for the next run.
 * @throws StoreError if the database was unreachable, and after several failures: then the cause isn't one device
 */
async function compactApart(services: CoreServices, run: Run, day: Day, read: DeviceDay[]): Promise<void> {
  try {
    await compactBatch(services.db, run.counts, day, read);
  } catch (error) {
    if (!(error instanceof StoreError) || error.failure === "not_executed") throw error;
    if (read.length > 1) {
      for (const device of read) await compactApart(services, run, day, [device]);
      return;
    }
    run.failures += 1;
    if (run.failures >= HISTORY_LIMITS.historyFailuresMax) throw error;
    services.report({ level: "error", event: "history_batch_failed", day: day.day, reason: error.message });
  }
}

async function compactBatch(db: Db, counts: Compacted, day: Day, read: DeviceDay[]): Promise<void> {
  const numbers = read.map(({ number }) => number);
  const chunksOf = day.isClosed ? await findChunks(db, day.day, numbers) : () => ({});
  const days: CompactDay[] = [];
  for (const device of read) days.push(...(await compactWhole(db, day, device, chunksOf)));
  const done = new Set(await commitDays(db, day, days));
  counts[day.isClosed ? "sealed" : "rolledUp"] += done.size;
  if (!day.isClosed) return;
  for (const { number, readings } of days) if (done.has(number)) counts.readings += readings;
}

/** Compacts a device's day; one with very many readings sensor by sensor. Empty if it changed meanwhile. */
async function compactWhole(db: Db, day: Day, device: DeviceDay, chunksOf: ChunksOf): Promise<CompactDay[]> {
  const { number, rows, stamp } = device;
  const whole = compacted(device, day.isClosed, chunksOf);
  for (let position = device.nextPosition; position !== null; ) {
    const [slice] = await readDeviceDays(db, { ...day, after: number - 1, upTo: number, position });
    if (slice === undefined || slice.rows !== rows || slice.stamp !== stamp) return [];
    const { sensors, readings } = compacted(slice, day.isClosed, chunksOf);
    whole.sensors.push(...sensors);
    whole.readings += readings;
    position = slice.nextPosition;
  }
  return [whole];
}

type ChunksOf = (number: number, position: number) => SensorChunks;

function compacted(device: DeviceDay, isClosed: boolean, chunksOf: ChunksOf): CompactDay {
  const { number, rows, stamp, isRolledUp, wasSealed, series } = device;
  const sensors = Array.from(series, ([position, points]): SensorDay => {
    const known = chunksOf(number, position);
    const sealed = sealedPoints(known.raw);
    const all = withLate(sealed, points);
    const raw = isClosed ? { raw: sealReadings(all) } : {};
    if (isClosed && isRolledUp && known.raw === undefined) return { position, chunks: raw, whole: undefined };
    const late = points.filter(({ atMicros }) => !sealed.has(atMicros));
    const of = (tier: "15m" | "1h"): Bucket[] => {
      const stored = known[tier] === undefined ? [] : openBuckets(known[tier]);
      // If buckets have more readings than are left, the plan's retention has cut the others.
      const isCut = readingsIn(stored) > (wasSealed ? sealed.size : all.length);
      return isCut ? addedBuckets(stored, bucketsOf(late, tier)) : bucketsOf(all, tier);
    };
    const hours = of("1h");
    const [day] = bucketsOf(all, "1d");
    const whole =
      day && readingsIn(hours) > all.length ? { ...hours.reduce(joined), bucket: day.bucket } : day;
    return { position, chunks: { ...raw, "15m": sealBuckets(of("15m")), "1h": sealBuckets(hours) }, whole };
  });
  const readings = [...series.values()].reduce((sum, points) => sum + points.length, 0);
  return { number, rows, stamp, sensors, readings };
}

const readingsIn = (buckets: readonly Bucket[]): number => buckets.reduce((sum, { count }) => sum + count, 0);

/** Returns the values of a chunk by their times. */
function sealedPoints(chunk: Uint8Array | undefined): ReadonlyMap<number, number> {
  if (chunk === undefined) return new Map();
  const { times, values } = openReadings(chunk);
  return new Map(Array.from(times, (atMicros, index) => [atMicros, values[index] ?? 0]));
}

/** Merges sealed readings with those that arrived later. At the same moment, the later one wins. */
function withLate(sealed: ReadonlyMap<number, number>, late: readonly Point[]): readonly Point[] {
  if (sealed.size === 0) return late;
  const byTime = new Map([...sealed, ...late.map(({ atMicros, value }) => [atMicros, value] as const)]);
  return Array.from(byTime, ([atMicros, value]) => ({ atMicros, value })).sort(
    (a, b) => a.atMicros - b.atMicros,
  );
}
