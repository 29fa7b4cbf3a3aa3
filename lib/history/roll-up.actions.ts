import { LIMITS } from "../../schema/limits.ts";
import { type Db, StoreError } from "../kernel/db.queries.ts";
import type { Report } from "../kernel/ports.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import type { DeviceRange } from "../kernel/shards.ts";
import { quarterBefore, type UtcDay, utcDayOf } from "./buckets.ts";
import {
  type CarriedPage,
  type CarryAsk,
  carryPage,
  ensureHistoryMonth,
  findDays,
} from "./carried.queries.ts";
import { ALL_DEVICES } from "./device-day.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import {
  findDeviceDay,
  listUnrolled,
  promiseDay,
  rollUpDevices,
  rollUpSensors,
  type UnrolledDevice,
} from "./roll-up.queries.ts";

/**
 * Lets a run go on behind a batch that the database refuses or does not get through in time: one device's odd
 * day must not stand in everybody's way. Null for such a batch; what was in it stays as it was, for the next
 * run.
 * @throws StoreError where nothing was executed at all, and after some failures: then it is not one device
 */
export type Guarded = <T>(day: string, work: () => Promise<T>) => Promise<T | null>;

export function guarded(report: Report): Guarded {
  let failures = 0;
  return async (day, work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError) || error.failure === "not_executed") throw error;
      failures += 1;
      if (failures >= HISTORY_LIMITS.historyFailuresMax) throw error;
      report({ level: "error", event: "history_batch_failed", day, reason: error.message });
      return null;
    }
  };
}

/** What a tick asks of the push devices after a number. */
export const carryAsk = (tick: Date, after: number): CarryAsk => ({
  quarter: quarterBefore(tick.getTime()),
  after,
  devicesMax: HISTORY_LIMITS.carryPageDevices,
  staleHours: LIMITS.staleHours,
});

/**
 * For each push sensor that sent nothing in the quarter hour that the tick ended while its device was online,
 * records the value that still holds. `carried`: the number of sensors. Continues after the finished pages.
 */
export async function carryForward(
  db: Db,
  tick: Date,
  done: CarriedPage = { carried: 0, nextAfter: 0 },
): Promise<{ carried: number }> {
  let { carried: total, nextAfter: after } = done;
  for (let page = 0; page < HISTORY_LIMITS.carryPagesMax && after !== null; page += 1) {
    const { carried, nextAfter } = await carryPage(db, carryAsk(tick, after));
    total += carried;
    after = nextAfter;
  }
  return { carried: total };
}

/**
 * `devices` are days of a device. `unfinished` is 1 where the run's share was used up: the next one goes on.
 */
type RolledUp = { devices: number; readings: number; buckets: number; unfinished: number };

/**
 * Puts the days that are over into the tiers, each device's once, and again when a late reading has come into
 * it. The running day is made into buckets when it is read: it changes with every post.
 */
export async function rollUp({ db, clock, report }: CoreServices, devices = ALL_DEVICES): Promise<RolledUp> {
  const { hot, sealedBefore } = await findDays(db);
  const today = utcDayOf(clock().getTime());
  const total: RolledUp = { devices: 0, readings: 0, buckets: 0, unfinished: 0 };
  const guard = guarded(report);
  let batchesLeft: number = HISTORY_LIMITS.rollUpBatchesMax;
  for (const day of hot.filter((hotDay) => hotDay < today && hotDay >= (sealedBefore ?? hotDay))) {
    const rolled = await rollUpDay(db, guard, { day, devices, batchesMax: batchesLeft });
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
  db: Db,
  guard: Guarded,
  { day, devices, batchesMax }: { day: UtcDay; devices: DeviceRange; batchesMax: number },
): Promise<RolledUp & { batches: number }> {
  const rolled = { devices: 0, readings: 0, buckets: 0, batches: 0, unfinished: 1 };
  for (let { after } = devices; rolled.batches < batchesMax; rolled.batches += 1) {
    const next = await nextDevices(db, day, { after, upTo: devices.upTo });
    const last = next.at(-1);
    if (last === undefined) return { ...rolled, unfinished: 0 };
    if (after === devices.after) await ensureHistoryMonth(db, day);
    after = last.number;
    const buckets = await guard(day, () => rollUpBatch(db, day, next));
    if (buckets === null) continue;
    rolled.buckets += buckets;
    rolled.devices += next.length;
    rolled.readings += next.reduce((sum, { readings }) => sum + readings, 0);
  }
  return rolled;
}

/** A device that alone has more readings than a statement should hold is rolled up some sensors at a time. */
function rollUpBatch(db: Db, day: UtcDay, devices: UnrolledDevice[]): Promise<number> {
  const [wide] = devices.filter(({ readings }) => readings > HISTORY_LIMITS.rollUpReadingsBatch);
  if (wide !== undefined) return rollUpWide(db, day, wide.number);
  return rollUpDevices(
    db,
    day,
    devices.map(({ number }) => number),
  );
}

/** What comes meanwhile leaves the day without a promise, for the next run. */
async function rollUpWide(db: Db, day: UtcDay, number: number): Promise<number> {
  const found = await findDeviceDay(db, day, number);
  const sensors = Math.max(1, Math.floor(HISTORY_LIMITS.rollUpReadingsBatch / Math.max(1, found.rows)));
  let buckets = 0;
  for (let first = 1; first <= found.positions; first += sensors)
    buckets += await rollUpSensors(db, day, { number, first, last: first + sensors - 1 });
  await promiseDay(db, day, found);
  return buckets;
}

const nextDevices = (db: Db, day: UtcDay, devices: DeviceRange): Promise<UnrolledDevice[]> =>
  listUnrolled(db, {
    day,
    ...devices,
    devicesMax: HISTORY_LIMITS.rollUpDevicesBatch,
    readingsMax: HISTORY_LIMITS.rollUpReadingsBatch,
  });
