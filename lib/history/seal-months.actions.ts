import type { CoreServices } from "../kernel/services.actions.ts";
import type { DeviceRange } from "../kernel/shards.ts";
import { monthOf, partOf, SEALED_TIERS, type SealedTier, type UtcDay, withRows } from "./buckets.ts";
import { ensureHistoryMonth } from "./carried.queries.ts";
import { openBuckets, sealBuckets } from "./codec/bucket-chunk.ts";
import { CorruptChunk } from "./codec/bytes.ts";
import { THE_WHOLE } from "./device-day.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import {
  commitParts,
  dropEmptyQuarters,
  findSealMarks,
  moveBucketsMark,
  type SealedPart,
} from "./months.queries.ts";
import { behindDevice, type PartRows, readParts, type SensorPart } from "./read-months.queries.ts";
import { type Guarded, guarded } from "./roll-up.actions.ts";

/**
 * `chunks` are those of a sensor in a tier that were written, `refused` the ones that the codec can't hold and that
 * stay rows; `dropped` are partitions. `unfinished` is 1 where something was left: the next run goes on.
 */
type MonthsSealed = Record<"chunks" | "buckets" | "bytes" | "refused" | "dropped" | "unfinished", number>;

type Run = {
  devices: DeviceRange;
  before: UtcDay;
  batchesLeft: number;
  counts: MonthsSealed;
  guard: Guarded;
};

/**
 * Compacts quarter hours and hours into chunks up to the last part of a month that begins by where days are compacted:
 * quarter hours into one for each part, which is written again only for a bucket that comes late; hours into that of
 * their month, whose few bytes are written again with each part. When all are done, nothing is read until the next
 * part's days are compacted.
 */
export async function sealMonths(
  services: CoreServices,
  { devices, isForAll } = THE_WHOLE,
): Promise<MonthsSealed> {
  const counts = { chunks: 0, buckets: 0, bytes: 0, refused: 0, dropped: 0, unfinished: 0 };
  const { sealedBefore, bucketsBefore } = await findSealMarks(services.db);
  if (sealedBefore === null) return counts;
  const before = partOf(sealedBefore);
  if (bucketsBefore !== null && bucketsBefore >= before) return counts;
  const run: Run = {
    devices,
    before,
    batchesLeft: HISTORY_LIMITS.sealMonthBatchesMax,
    counts,
    guard: guarded(services.report),
  };
  for (const tier of SEALED_TIERS) await sealTier(services, run, tier);
  if (counts.unfinished > 0 || !isForAll) return counts;
  counts.dropped = await dropEmptyQuarters(services.db, before);
  await moveBucketsMark(services.db, before);
  return counts;
}

async function sealTier(services: CoreServices, run: Run, tier: SealedTier): Promise<void> {
  const limit = HISTORY_LIMITS.sealMonthsBatch[tier];
  const { after: behind, upTo } = run.devices;
  let place: SensorPart = behindDevice(behind);
  for (; run.batchesLeft > 0; run.batchesLeft -= 1) {
    const ask = { tier, before: run.before, after: place, upTo, limit };
    const { parts, after } = await readParts(services.db, ask);
    if (after === null) return;
    place = after;
    const [first] = parts;
    if (first === undefined) continue;
    const batch = { tier, before: run.before, read: parts };
    const done = await run.guard(first.firstDay, () => sealBatch(services, run.counts, batch));
    // What the database refused, or what was written to meanwhile, is for another run.
    if (done !== true) run.counts.unfinished = 1;
  }
  run.counts.unfinished = 1;
}

type Batch = { tier: SealedTier; before: UtcDay; read: PartRows[] };

/** Returns true if nothing was written to the parts meanwhile. */
async function sealBatch({ db, report }: CoreServices, counts: MonthsSealed, batch: Batch): Promise<boolean> {
  const { tier, before, read } = batch;
  const good: SealedPart[] = [];
  for (const rows of read) {
    const one = sealedPart(rows);
    if (one.ok) good.push(one.value);
    else report({ level: "error", event: "month_not_sealed", from: rows.firstDay, tier, ...one.problem });
  }
  counts.refused += read.length - good.length;
  if (good.length === 0) return true;
  const months = new Set(good.map(({ firstDay }) => monthOf(firstDay)));
  for (const month of months) await ensureHistoryMonth(db, month);
  const sealed = await commitParts(db, { tier, before, parts: good });
  const placesOf = ({ number, position, firstDay }: SensorPart) => `${number} ${position} ${firstDay}`;
  const places = new Set(sealed.map(placesOf));
  for (const { rows, chunk, ...place } of good) {
    if (!places.has(placesOf(place))) continue;
    counts.chunks += 1;
    counts.buckets += rows;
    counts.bytes += chunk.length;
  }
  return sealed.length === good.length;
}

type SealedOrRefused =
  | { ok: true; value: SealedPart }
  | { ok: false; problem: { device: number; reason: string } };

/** What the codec refuses, or a part whose chunk is not what was written, stays in its rows. */
function sealedPart({ number, position, firstDay, stamp, buckets, chunk }: PartRows): SealedOrRefused {
  try {
    const all = chunk === null ? buckets : withRows(openBuckets(chunk), buckets);
    const value = { number, position, firstDay, rows: buckets.length, stamp, chunk: sealBuckets(all) };
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof CorruptChunk)) throw error;
    return { ok: false, problem: { device: number, reason: error.message } };
  }
}
