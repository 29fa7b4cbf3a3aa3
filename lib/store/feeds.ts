import { and, asc, count, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { devices } from "../../schema/tables/device.ts";
import { pullFeeds } from "../../schema/tables/pull-feed.ts";
import type { FeedFailure } from "../../schema/vocabulary.ts";
import type { ParsedPayload } from "../domain/ingest/reading.ts";
import { cte } from "./cte.ts";
import type { Db } from "./db.ts";
import { draft } from "./draft.ts";
import { StoreError } from "./failure.ts";
import { ingestBody } from "./ingest.ts";

/** A feed that this poller alone may poll until its lease ends. */
export type ClaimedFeed = {
  householdId: string;
  id: string;
  deviceId: string;
  /** Its origin alone where it is sealed. */
  url: string;
  sealedUrl: string | null;
  jsonRoot: string | null;
  etag: string | null;
  failuresInRow: number;
  leaseUntil: Date;
};

const isFree = (now: Date) => or(isNull(pullFeeds.leaseUntil), lte(pullFeeds.leaseUntil, now));
const isDue = (now: Date) =>
  and(pullFeeds.enabled, lte(pullFeeds.nextPollAt, now), isFree(now), devices.enabled);
const FEED_KEY = { householdId: pullFeeds.householdId, id: pullFeeds.id };
const isMine = sql`(${pullFeeds.householdId}, ${pullFeeds.id}) = (mine.household_id, mine.id)`;

/**
 * Leases up to `limit` due feeds, those waiting longest first, a home's together; two pollers never get the same one.
 */
export async function claimDueFeeds(
  db: Db,
  { now, limit, leaseMs }: { now: Date; limit: number; leaseMs: number },
): Promise<ClaimedFeed[]> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const mine = draft
    .select(FEED_KEY)
    .from(pullFeeds)
    .innerJoin(devices, eq(devices.id, pullFeeds.deviceId))
    .where(isDue(now))
    .orderBy(asc(pullFeeds.nextPollAt), asc(pullFeeds.householdId))
    .limit(limit)
    .for("update", { of: pullFeeds, skipLocked: true });
  const claimed = await db("once", (queries) =>
    queries
      .with(cte("mine", mine))
      .update(pullFeeds)
      .set({ leaseUntil })
      .from(sql`mine`)
      .where(isMine)
      .returning(CLAIMED),
  );
  return claimed.map((feed) => ({ ...feed, leaseUntil }));
}

const CLAIMED = {
  ...FEED_KEY,
  deviceId: pullFeeds.deviceId,
  url: pullFeeds.url,
  sealedUrl: pullFeeds.sealedUrl,
  jsonRoot: pullFeeds.jsonRoot,
  etag: pullFeeds.etag,
  failuresInRow: pullFeeds.failuresInRow,
};

/** Makes every feed due that nobody is polling, those that are left alone because they fail too. */
export async function makeFeedsDue(db: Db, now: Date): Promise<void> {
  const mine = draft
    .select(FEED_KEY)
    .from(pullFeeds)
    .where(and(pullFeeds.enabled, gt(pullFeeds.nextPollAt, now), isFree(now)))
    .for("update", { skipLocked: true });
  await db("repeatable", (queries) =>
    queries.with(cte("mine", mine)).update(pullFeeds).set({ nextPollAt: now }).from(sql`mine`).where(isMine),
  );
}

/** Feeds that are due and that nobody is polling. */
export async function countDueFeeds(db: Db, now: Date): Promise<number> {
  const [counted] = await db("repeatable", (queries) =>
    queries
      .select({ due: count() })
      .from(pullFeeds)
      .innerJoin(devices, eq(devices.id, pullFeeds.deviceId))
      .where(isDue(now)),
  );
  return counted?.due ?? 0;
}

export type PolledFeed =
  | { state: "ok"; payload: ParsedPayload; etag: string | null }
  | { state: "unchanged" }
  | { state: "failed"; reason: FeedFailure };

/** `at` is when it answered or failed; it is due again at `nextPollAt`, or at `retryAt` where it failed. */
export type FeedResult = { feed: ClaimedFeed; at: Date; polled: PolledFeed; nextPollAt: Date; retryAt: Date };

/** `failure` may be found only in storing; `readings` are those stored. */
export type StoredFeed = { result: FeedResult; failure: FeedFailure | null; readings: number };

/**
 * One call for all feeds: their readings and the state of their polls; their homes are due to be judged. Leaves out those that were taken over or
 * saved again since they were claimed. A result that the database refuses is stored as a failure, alone.
 */
export async function storeFeedResults(db: Db, results: FeedResult[]): Promise<StoredFeed[]> {
  if (results.length === 0) return [];
  try {
    return await storeTogether(db, results);
  } catch (error) {
    if (!(error instanceof StoreError && error.failure === "refused")) throw error;
    const [only] = results;
    if (results.length > 1 || only === undefined) return storeInHalves(db, results);
    if (only.polled.state === "failed") throw error;
    return storeTogether(db, [{ ...only, polled: { state: "failed", reason: "no_readings" } }]);
  }
}

/** Finds the one that spoils a call for all others, in a few calls more. */
async function storeInHalves(db: Db, results: FeedResult[]): Promise<StoredFeed[]> {
  const middle = Math.ceil(results.length / 2);
  const first = await storeFeedResults(db, results.slice(0, middle));
  return [...first, ...(await storeFeedResults(db, results.slice(middle)))];
}

type Row = { result_number: number; failed_with: FeedFailure | null; stored: number | null };

async function storeTogether(db: Db, results: FeedResult[]): Promise<StoredFeed[]> {
  const homes = [...new Set(results.map(({ feed }) => feed.householdId))].sort();
  const [{ rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute<Row>(sql`
        select * from record_feeds(
          ${JSON.stringify(results.map(recorded))}::jsonb)`),
      // All pollers use one order, so that two never wait for each other.
      queries.execute(sql`
        select ask_for_look(home) from jsonb_array_elements_text(${JSON.stringify(homes)}::jsonb) as home`),
    ]),
  );
  return rows.flatMap((row) => {
    const result = results[row.result_number];
    if (result === undefined) return [];
    return [{ result, failure: row.failed_with, readings: row.stored ?? readingsIn(result) }];
  });
}

/** What a first attempt with an unknown outcome has stored. */
const readingsIn = ({ polled }: FeedResult): number =>
  polled.state === "ok" ? polled.payload.readings.length : 0;

const recorded = ({ feed, at, polled, nextPollAt, retryAt }: FeedResult, number: number) => ({
  number,
  household: feed.householdId,
  feed: feed.id,
  device: feed.deviceId,
  lease: feed.leaseUntil.toISOString(),
  at: at.toISOString(),
  state: polled.state === "failed" ? polled.reason : polled.state,
  body: polled.state === "ok" ? ingestBody(polled.payload) : null,
  etag: polled.state === "ok" ? polled.etag : null,
  next_poll_at: nextPollAt.toISOString(),
  retry_at: retryAt.toISOString(),
});
