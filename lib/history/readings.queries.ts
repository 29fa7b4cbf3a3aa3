import { sql } from "drizzle-orm";
import type { Resolution } from "../../schema/vocabulary.ts";
import type { Place } from "../kernel/cursor.ts";
import type { Db } from "../kernel/db.queries.ts";
import { dayStartMs, type HistoryItem, type StoredValue } from "./buckets.ts";
import { isKeptByAll, type Stretch, stretchesOf } from "./plan.ts";
import { readBuckets } from "./read-buckets.queries.ts";
import { readRaw } from "./read-raw.queries.ts";
import { firstOpenDay, type Keeping, keepingOf, LEAST_KEPT, type StoredPlan } from "./retention.ts";
import type { SensorPlace } from "./tables.queries.ts";

/** Readings have no other years; a bucket's number is still an integer then. */
const LAST_MS = Date.UTC(2200, 0, 1);

/** A sealer's clock may be this far ahead. */
const CLOCKS_MS = 3_600_000;

/** Asks for sensors of one household. `now` tells what its plan still keeps in the wanted resolution. */
export type ReadingRange = {
  sensors: SensorPlace[];
  from: Date;
  to: Date;
  now: Date;
  limit: number;
  resolution?: Resolution;
};

/**
 * The newest `limit` readings with `from` ≤ time < `to`, oldest first. Callers never know where they are
 * kept.
 */
export async function listReadings(db: Db, range: ReadingRange): Promise<StoredValue[]> {
  const stretches = await stretchesFor(db, range);
  const items = await readHistory(db, stretches, { ...range, after: null, newestFirst: true });
  return items.toReversed().map(storedValue);
}

export type PlacedReading = StoredValue & { place: Place };

/** The oldest `limit` readings after a place, oldest first, to the microsecond. */
export type ReadPage = (after: Place | null, limit: number) => Promise<HistoryItem[]>;

/** Pages of the readings with `from` ≤ time < `to`. What the plan keeps is looked up once for all of them. */
export async function readingPages(db: Db, range: Omit<ReadingRange, "limit">): Promise<ReadPage> {
  const stretches = await stretchesFor(db, range);
  return (after, limit) => readHistory(db, stretches, { ...range, after, limit, newestFirst: false });
}

/** Behind which the next page begins. */
export const placeOfItem = ({ atMicros, sensorId }: HistoryItem): Place => ({
  atMicroseconds: String(atMicros),
  id: sensorId,
});

/** One such page. */
export async function listReadingPage(
  db: Db,
  { after, limit, ...range }: ReadingRange & { after: Place | null },
): Promise<PlacedReading[]> {
  const read = await readingPages(db, range);
  const items = await read(after, limit);
  return items.map((item) => ({ ...storedValue(item), place: placeOfItem(item) }));
}

type HistoryAsk = ReadingRange & { after: Place | null; newestFirst: boolean };

/** Reads one stretch at a time, in the requested order, until there are enough. Nothing before the place is read. */
async function readHistory(db: Db, stretches: Stretch[], ask: HistoryAsk): Promise<HistoryItem[]> {
  if (ask.sensors.length === 0 || ask.limit <= 0) return [];
  let items: HistoryItem[] = [];
  const placeMs = Number(ask.after?.atMicroseconds ?? 0) / 1_000;
  const left = stretches.filter(({ toMs }) => toMs > placeMs);
  for (const stretch of ask.newestFirst ? left.toReversed() : left) {
    const found = await readStretch(db, stretch, { ...ask, limit: ask.limit - items.length });
    items = items.length === 0 ? found : [...items, ...found];
    if (items.length >= ask.limit) break;
  }
  return items;
}

const within = (moment: Date): number => Math.min(Math.max(moment.getTime(), 0), LAST_MS);

/** What a device's household keeps. */
async function findKeeping(db: Db, deviceNumber: number, nowMs: number): Promise<Keeping> {
  const rows = await db.query<StoredPlan>(sql`
    select home.plan, epoch_ms(home.trial_ends_at) as "trialEndsAtMs", epoch_ms(home.downgraded_at) as "downgradedAtMs"
    from devices device join households home on home.id = device.household_id
    where device.number = ${deviceNumber}::integer`);
  const [row] = rows;
  return row === undefined ? LEAST_KEPT : keepingOf(row, nowMs);
}

/** The plan is looked up only where the answer depends on it. */
async function stretchesFor(db: Db, range: Omit<ReadingRange, "limit">): Promise<Stretch[]> {
  const { resolution = "raw", sensors, from, to, now } = range;
  const wish = { resolution, fromMs: within(from), toMs: within(to), nowMs: now.getTime() };
  const isKnown = isKeptByAll(wish) || sensors.length === 0;
  const keeping = isKnown ? LEAST_KEPT : await findKeeping(db, sensors[0]?.deviceNumber ?? 0, wish.nowMs);
  return stretchesOf({ ...wish, keeping });
}

function readStretch(db: Db, stretch: Stretch, ask: HistoryAsk): Promise<HistoryItem[]> {
  const { resolution, fromMs, toMs } = stretch;
  const { sensors, after, limit, newestFirst } = ask;
  const part = { sensors, after, limit, newestFirst, fromMicros: fromMs * 1_000, toMicros: toMs * 1_000 };
  if (resolution !== "raw") return readBuckets(db, resolution, part);
  const firstOpen = firstOpenDay(ask.now.getTime() + CLOCKS_MS);
  return readRaw(db, { ...part, mayBeSealed: fromMs < dayStartMs(firstOpen) });
}

const storedValue = ({ atMicros, ...item }: HistoryItem): StoredValue => ({
  ...item,
  recordedAt: new Date(Math.floor(atMicros / 1_000)),
});
