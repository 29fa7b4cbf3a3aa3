import type { Db } from "../kernel/db.queries.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import type { Counts, DeviceRange } from "../kernel/shards.ts";
import { quarterBefore, utcDayOf } from "./buckets.ts";
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
 * Compacts the history of some devices beside others that do so with theirs. Twice at once it does no harm: what was read
 * and has changed since is left.
 */
export async function historyShard(services: CoreServices, devices: DeviceRange): Promise<Counts> {
  const { rolledUp, sealed } = await compactDays(services, { devices, isForAll: false });
  return { rolled_up: rolledUp, sealed };
}

/**
 * Hands out the history of all devices but the first ones, which the caller does itself; all of them where some were refused,
 * or where there are no more than one run is for.
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

/**
 * Counts deleted rows, and for months the dropped partitions. `unfinished` is 1 where the next run goes on.
 */
type Dropped = CutRows & { homes: number; months: number; unfinished: number };

/** Cuts every home's history to what its plan keeps, once a day, and drops the months that no plan keeps. */
export async function dropExpired({ db, clock }: CoreServices): Promise<Dropped> {
  const nowMs = clock().getTime();
  const cut = await cutAllHomes(db, nowMs);
  return { ...cut, months: await dropOldMonths(db, nowMs) };
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

/** History that is kept as Pro loses carried-forward values only; all other history loses whole months. */
function cutOf(home: HomeToCut, nowMs: number): HistoryCut {
  const keeping = keepingOf(home, nowMs);
  const cutFor = (tier: "raw" | "15m" | "1h") => keptFrom(tier, keeping, nowMs);
  const carried = { id: home.id, carried: cutFor("15m") };
  if (keptPlan(keeping, nowMs) === "pro") return { ...carried, raw: null, quarters: null, hours: null };
  return { ...carried, raw: cutFor("raw"), quarters: cutFor("15m"), hours: cutFor("1h") };
}

/** No plan keeps longer than Pro. */
async function dropOldMonths(db: Db, nowMs: number): Promise<number> {
  let dropped = 0;
  for (const tier of ["raw", "15m"] as const) {
    const before = keptFrom(tier, { plan: "pro", downgradedAtMs: null }, nowMs);
    if (before !== null) dropped += await dropMonths(db, tier, before);
  }
  return dropped;
}

/**
 * For each push sensor that sent nothing in the quarter hour that the tick ended while its device was online,
 * records the value that still holds. `carried`: the number of sensors.
 */
export async function carryForward(db: Db, tick: Date): Promise<{ carried: number }> {
  const quarter = quarterBefore(tick.getTime());
  const devicesMax = HISTORY_LIMITS.carryPageDevices;
  let [total, after]: [number, number | null] = [0, 0];
  for (let page = 0; page < HISTORY_LIMITS.carryPagesMax && after !== null; page += 1) {
    const { carried, nextAfter } = await carryPage(db, { quarter, after, devicesMax });
    total += carried;
    after = nextAfter;
  }
  return { carried: total };
}
