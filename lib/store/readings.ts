import type { Resolution } from "../../schema/vocabulary.ts";
import type { Place } from "../domain/cursor.ts";
import { firstOpenDay, type Keeping } from "../domain/history/retention.ts";
import { type Stretch, stretchesOf, stretchOfAnyPlan } from "../domain/history/stretches.ts";
import { dayStartMs } from "../domain/history/utc-day.ts";
import type { Db } from "./db.ts";
import { findKeeping } from "./history/find-keeping.ts";
import type { BucketFigures, HistoryItem, SensorPlace } from "./history/item.ts";
import { readBuckets } from "./history/read-buckets.ts";
import { readRaw } from "./history/read-raw.ts";

/**
 * `value` in the sensor's own unit; a state is 1 or 0. Of a bucket `recordedAt` is its start and `value` its mean, of
 * a state its last value; `bucket` is null for a reading.
 */
export type StoredReading = {
  sensorId: string;
  recordedAt: Date;
  value: number;
  /** What it is, where the plan keeps no finer one. */
  resolution: Resolution;
  bucket: BucketFigures | null;
};

/** Of sensors of one household. `now` tells what its plan still keeps in the wanted resolution. */
export type ReadingRange = {
  sensors: SensorPlace[];
  from: Date;
  to: Date;
  now: Date;
  limit: number;
  resolution?: Resolution;
};

/** The newest `limit` readings with `from` ≤ time < `to`, oldest first. Callers never know where they are kept. */
export async function listReadings(db: Db, range: ReadingRange): Promise<StoredReading[]> {
  const items = await readHistory(db, { ...range, after: null, newestFirst: true });
  return items.toReversed().map(storedReading);
}

export type ReadingPage = ReadingRange & { after: Place | null };

export type PlacedReading = StoredReading & { place: Place };

/** The oldest `limit` readings with `from` ≤ time < `to` after a place, oldest first, to the microsecond. */
export async function listReadingPage(db: Db, ask: ReadingPage): Promise<PlacedReading[]> {
  const items = await readHistory(db, { ...ask, newestFirst: false });
  return items.map((item) => ({
    ...storedReading(item),
    place: { atMicroseconds: String(item.atMicros), id: item.sensorId },
  }));
}

type ResolvedItem = HistoryItem & { resolution: Resolution };

type HistoryAsk = ReadingPage & { newestFirst: boolean };

/** A stretch at a time, in the order asked for, until there are enough. */
async function readHistory(db: Db, ask: HistoryAsk): Promise<ResolvedItem[]> {
  if (ask.sensors.length === 0 || ask.limit <= 0) return [];
  const items: ResolvedItem[] = [];
  const stretches = await stretchesFor(db, ask);
  for (const stretch of ask.newestFirst ? stretches.toReversed() : stretches) {
    const found = await readStretch(db, stretch, { ...ask, limit: ask.limit - items.length });
    for (const item of found) items.push({ ...item, resolution: stretch.resolution });
    if (items.length >= ask.limit) break;
  }
  return items;
}

/** Readings have no other years; a bucket's number is still an integer then. */
const LAST_MS = Date.UTC(2200, 0, 1);

const within = (moment: Date): number => Math.min(Math.max(moment.getTime(), 0), LAST_MS);

/** The plan is looked up only where the answer depends on it. Nothing is asked again of before a page's place. */
async function stretchesFor(db: Db, ask: HistoryAsk): Promise<Stretch[]> {
  const { resolution = "raw", sensors, from, to, now } = ask;
  const wish = { resolution, fromMs: within(from), toMs: within(to), nowMs: now.getTime() };
  const known = stretchOfAnyPlan(wish);
  if (known !== null) return known;
  const facts: { keeping: Keeping; sealedBefore: string } = await findKeeping(
    db,
    sensors[0]?.deviceNumber ?? 0,
    wish.nowMs,
  );
  const placeMs = ask.after === null ? wish.fromMs : Number(ask.after.atMicroseconds) / 1_000;
  return stretchesOf({ ...wish, ...facts }).filter(({ toMs }) => toMs > placeMs);
}

/** A sealer's clock may be this far ahead. */
const CLOCKS_MS = 3_600_000;

function readStretch(db: Db, stretch: Stretch, ask: HistoryAsk): Promise<HistoryItem[]> {
  const { resolution, fromMs, toMs } = stretch;
  const { sensors, after, limit, newestFirst } = ask;
  const part = { sensors, after, limit, newestFirst, fromMicros: fromMs * 1_000, toMicros: toMs * 1_000 };
  if (resolution !== "raw") return readBuckets(db, resolution, part);
  const mayBeSealed = fromMs < dayStartMs(firstOpenDay(ask.now.getTime() + CLOCKS_MS));
  return readRaw(db, { ...part, mayBeSealed });
}

const storedReading = ({ sensorId, atMicros, value, resolution, bucket }: ResolvedItem): StoredReading => ({
  sensorId,
  recordedAt: new Date(Math.floor(atMicros / 1_000)),
  value,
  resolution,
  bucket,
});
