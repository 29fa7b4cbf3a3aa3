import { LIMITS } from "../../../schema/limits.ts";
import { type UtcDay, utcDayOf } from "../../domain/history/utc-day.ts";
import type { Clock, Report } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { ensureHistoryMonth, findDays } from "../../store/history/hot-days.ts";
import { listUnrolled, rollUpDevices, type UnrolledDevice } from "../../store/history/roll-up.ts";
import { type Guarded, guarded } from "./failures.ts";

export type HistoryPorts = { db: Db; clock: Clock; report: Report };

/**
 * `devices` are days of a device. `unfinished` is 1 where the run's share was used up: the next one goes on.
 */
export type RolledUp = { devices: number; readings: number; buckets: number; unfinished: number };

/**
 * Puts the days that are over into the tiers, each device's once, and again when a late reading has come into
 * it. The running day is made into buckets when it is read: it changes with every post.
 */
export async function rollUp({ db, clock, report }: HistoryPorts): Promise<RolledUp> {
  const { hot, sealedBefore } = await findDays(db);
  const today = utcDayOf(clock().getTime());
  const total: RolledUp = { devices: 0, readings: 0, buckets: 0, unfinished: 0 };
  const guard = guarded(report);
  let batchesLeft: number = LIMITS.rollUpBatchesMax;
  for (const day of hot.filter((hotDay) => hotDay < today && hotDay >= (sealedBefore ?? hotDay))) {
    const rolled = await rollUpDay({ db, guard }, day, batchesLeft);
    batchesLeft -= rolled.batches;
    total.devices += rolled.devices;
    total.readings += rolled.readings;
    total.buckets += rolled.buckets;
    total.unfinished = Math.max(total.unfinished, rolled.unfinished);
  }
  return total;
}

/** Batch by batch, each a transaction: an interruption leaves devices done or not begun. */
export async function rollUpDay(
  { db, guard }: { db: Db; guard: Guarded },
  day: UtcDay,
  batchesMax: number,
): Promise<RolledUp & { batches: number }> {
  const rolled = { devices: 0, readings: 0, buckets: 0, batches: 0, unfinished: 1 };
  for (let after = 0; rolled.batches < batchesMax; rolled.batches += 1) {
    const devices = await nextDevices(db, day, after);
    const last = devices.at(-1);
    if (last === undefined) return { ...rolled, unfinished: 0 };
    if (after === 0) await ensureHistoryMonth(db, day);
    after = last.number;
    const numbers = devices.map(({ number }) => number);
    const buckets = await guard(day, () => rollUpDevices(db, day, numbers));
    if (buckets === null) continue;
    rolled.buckets += buckets;
    rolled.devices += devices.length;
    rolled.readings += devices.reduce((sum, { readings }) => sum + readings, 0);
  }
  return rolled;
}

const nextDevices = (db: Db, day: UtcDay, after: number): Promise<UnrolledDevice[]> =>
  listUnrolled(db, {
    day,
    after,
    devicesMax: LIMITS.rollUpDevicesBatch,
    readingsMax: LIMITS.rollUpReadingsBatch,
  });
