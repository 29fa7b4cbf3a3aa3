import { monthOf, SEALED_TIERS, type SealedTier, type UtcMonth, withRows } from "./buckets.ts";
import { ensureHistoryMonth } from "./carried.queries.ts";
import { openBuckets, sealBuckets } from "./codec/bucket-chunk.ts";
import { CorruptChunk } from "./codec/bytes.ts";
import { type DeviceRange, THE_WHOLE } from "./device-day.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import {
  commitMonths,
  dropEmptyQuarters,
  findMonthMarks,
  moveMonthsMark,
  type SealedMonth,
} from "./months.queries.ts";
import { behindDevice, type MonthRows, readMonths, type SensorMonth } from "./read-months.queries.ts";
import { type Guarded, guarded, type HistoryPorts } from "./roll-up.actions.ts";

/**
 * `months` are those of a sensor in a tier, `refused` the ones that the codec can't hold and that stay rows;
 * `dropped` are partitions. `unfinished` is 1 where something was left: the next run goes on.
 */
type MonthsSealed = Record<"months" | "buckets" | "bytes" | "refused" | "dropped" | "unfinished", number>;

type Run = {
  devices: DeviceRange;
  before: UtcMonth;
  batchesLeft: number;
  counts: MonthsSealed;
  guard: Guarded;
};

/**
 * Compacts quarter hours and hours of the months whose days are all compacted into chunks. When all are done,
 * nothing is read until the next month's days are compacted.
 */
export async function sealMonths(
  ports: HistoryPorts,
  { devices, isForAll } = THE_WHOLE,
): Promise<MonthsSealed> {
  const counts = { months: 0, buckets: 0, bytes: 0, refused: 0, dropped: 0, unfinished: 0 };
  const { sealedBefore, monthsBefore } = await findMonthMarks(ports.db);
  if (sealedBefore === null) return counts;
  const before = monthOf(sealedBefore);
  if (monthsBefore !== null && monthsBefore >= before) return counts;
  const run: Run = {
    devices,
    before,
    batchesLeft: HISTORY_LIMITS.sealMonthBatchesMax,
    counts,
    guard: guarded(ports.report),
  };
  for (const tier of SEALED_TIERS) await sealTier(ports, run, tier);
  if (counts.unfinished > 0 || !isForAll) return counts;
  counts.dropped = await dropEmptyQuarters(ports.db, before);
  await moveMonthsMark(ports.db, before);
  return counts;
}

async function sealTier(ports: HistoryPorts, run: Run, tier: SealedTier): Promise<void> {
  const limit = HISTORY_LIMITS.sealMonthsBatch[tier];
  const { after: behind, upTo } = run.devices;
  let place: SensorMonth = behindDevice(behind);
  for (; run.batchesLeft > 0; run.batchesLeft -= 1) {
    const ask = { tier, before: run.before, after: place, upTo, limit };
    const { months, after } = await readMonths(ports.db, ask);
    if (after === null) return;
    place = after;
    const [first] = months;
    if (first === undefined) continue;
    const done = await run.guard(first.month, () => sealBatch(ports, run.counts, { tier, read: months }));
    // What the database refused, or what was written to meanwhile, is for another run.
    if (done !== true) run.counts.unfinished = 1;
  }
  run.counts.unfinished = 1;
}

type Batch = { tier: SealedTier; read: MonthRows[] };

/** Returns true if nothing was written to the months meanwhile. */
async function sealBatch({ db, report }: HistoryPorts, counts: MonthsSealed, batch: Batch): Promise<boolean> {
  const { tier, read } = batch;
  const good: SealedMonth[] = [];
  for (const rows of read) {
    const one = sealedMonth(rows);
    if (one.ok) good.push(one.value);
    else report({ level: "error", event: "month_not_sealed", month: rows.month, tier, ...one.problem });
  }
  counts.refused += read.length - good.length;
  if (good.length === 0) return true;
  for (const month of new Set(good.map((one) => one.month))) await ensureHistoryMonth(db, month);
  const sealed = await commitMonths(db, tier, good);
  const placesOf = ({ number, position, month }: SensorMonth) => `${number} ${position} ${month}`;
  const places = new Set(sealed.map(placesOf));
  for (const { rows, chunk, ...place } of good) {
    if (!places.has(placesOf(place))) continue;
    counts.months += 1;
    counts.buckets += rows;
    counts.bytes += chunk.length;
  }
  return sealed.length === good.length;
}

type SealedOrRefused =
  | { ok: true; value: SealedMonth }
  | { ok: false; problem: { device: number; reason: string } };

/** A month that the codec refuses, or whose chunk is not what was written, stays in its rows. */
function sealedMonth({ number, position, month, stamp, buckets, chunk }: MonthRows): SealedOrRefused {
  try {
    const all = chunk === null ? buckets : withRows(openBuckets(chunk), buckets);
    const value = { number, position, month, rows: buckets.length, stamp, chunk: sealBuckets(all) };
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof CorruptChunk)) throw error;
    return { ok: false, problem: { device: number, reason: error.message } };
  }
}
