import type { Db } from "../kernel/db.queries.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import type { Counts, DeviceRange } from "../kernel/shards.ts";
import { BUCKET_MS, utcDayOf } from "./buckets.ts";
import { ALL_DEVICES, compactDays, rangesBetween } from "./compact.actions.ts";
import { carryPage, listDeviceCuts } from "./compact.queries.ts";
import {
  CUT_KINDS,
  type CutRows,
  cutHomes,
  dropMonths,
  type HistoryCut,
  type HomeToCut,
  listHomesToCut,
  NOTHING_CUT,
} from "./cut.queries.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import { keepingOf, keptFrom, keptPlan } from "./retention.ts";

/**
 * Compacts the history of one range of devices, while other invocations do other ranges. A concurrent run of the same
 * range does no harm: days that have changed since they were read are skipped.
 */
export async function historyShard(services: CoreServices, devices: DeviceRange): Promise<Counts> {
  const { rolledUp, sealed } = await compactDays(services, { devices, isForAll: false });
  return { rolled_up: rolledUp, sealed };
}

/**
 * Hands out all ranges of devices but the first, which the caller must do itself (`own`). If a shard couldn't be handed
 * out, or one run is enough, `own` is all devices.
 */
export async function shareHistory(
  { db, handOutShards }: CronServices,
  tick: Date,
  size: number = HISTORY_LIMITS.historyShardDevices,
): Promise<{ own: DeviceRange; shards: number }> {
  const none = { own: ALL_DEVICES, shards: 0 };
  const cuts = await listDeviceCuts(db, { size, cutsMax: HISTORY_LIMITS.historyShardsMax });
  const [own, ...others] = rangesBetween(cuts);
  if (own === undefined || others.length === 0) return none;
  const shards = await handOutShards("history", others.length, tick, others);
  return { own: shards === others.length ? own : ALL_DEVICES, shards };
}

/** Counts of deleted rows, finished homes and dropped monthly partitions. `unfinished` is 1 if rows may be left. */
type Dropped = CutRows & { homes: number; months: number; unfinished: number };

/** Cuts every home's history to its plan's retention, once a day, and drops the months that no plan keeps. */
export async function dropExpired({ db, clock }: CoreServices): Promise<Dropped> {
  const nowMs = clock().getTime();
  return { ...(await cutAllHomes(db, nowMs)), months: await dropOldMonths(db, nowMs) };
}

async function cutAllHomes(db: Db, nowMs: number): Promise<Omit<Dropped, "months">> {
  const today = utcDayOf(nowMs);
  const total = { homes: 0, ...NOTHING_CUT };
  for (let batch = 0; batch < HISTORY_LIMITS.cutBatchesMax; batch += 1) {
    const homes = await listHomesToCut(db, today, HISTORY_LIMITS.cutHomesBatch);
    if (homes.length === 0) return { ...total, unfinished: 0 };
    const limit = HISTORY_LIMITS.cutRowsBatch;
    const gone = await cutHomes(db, { cuts: homes.map((home) => cutOf(home, nowMs)), today, limit });
    for (const kind of CUT_KINDS) total[kind] += gone[kind];
    if (Math.max(...Object.values(gone)) < limit) total.homes += homes.length;
  }
  return { ...total, unfinished: 1 };
}

/** Pro's history loses only carried-forward values here; its other rows go with whole months (`dropOldMonths`). */
function cutOf(home: HomeToCut, nowMs: number): HistoryCut {
  const keeping = keepingOf(home, nowMs);
  const cutFor = (tier: "raw" | "15m" | "1h") => keptFrom(tier, keeping, nowMs);
  const carried = { id: home.id, carried: cutFor("15m") };
  if (keptPlan(keeping, nowMs) === "pro") return { ...carried, raw: null, quarters: null, hours: null };
  return { ...carried, raw: cutFor("raw"), quarters: cutFor("15m"), hours: cutFor("1h") };
}

/** Drops the months that are older than Pro's retention, which is the longest. */
async function dropOldMonths(db: Db, nowMs: number): Promise<number> {
  let dropped = 0;
  for (const tier of ["raw", "15m"] as const) {
    const before = keptFrom(tier, { plan: "pro", downgradedAtMs: null }, nowMs);
    if (before !== null) dropped += await dropMonths(db, tier, before);
  }
  return dropped;
}

/**
 * Carries forward the value of each push sensor that sent nothing in the quarter hour before the tick, while its device
 * was online. `carried`: the number of sensors.
 */
export async function carryForward(db: Db, tick: Date): Promise<{ carried: number }> {
  const quarter = Math.floor(tick.getTime() / BUCKET_MS["15m"]) - 1;
  const devicesMax = HISTORY_LIMITS.carryPageDevices;
  let [total, after]: [number, number | null] = [0, 0];
  for (let page = 0; page < HISTORY_LIMITS.carryPagesMax && after !== null; page += 1) {
    const { carried, nextAfter } = await carryPage(db, { quarter, after, devicesMax });
    total += carried;
    after = nextAfter;
  }
  return { carried: total };
}
