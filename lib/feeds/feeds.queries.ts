import { and, asc, count, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { devices } from "../../schema/tables/device.ts";
import { pullFeeds } from "../../schema/tables/pull-feed.ts";
import type { FeedFailure } from "../../schema/vocabulary.ts";
import { type Db, StoreError } from "../kernel/db.queries.ts";
import { cte, queryBuilder } from "../kernel/statements.queries.ts";
import { ingestBody } from "../readings/ingest.queries.ts";
import type { ParsedPayload } from "../readings/reading.ts";
import { nextPollMs } from "./read-feed.ts";

const FEED_KEY = { householdId: pullFeeds.householdId, id: pullFeeds.id };
const isMine = sql`(${pullFeeds.householdId}, ${pullFeeds.id}) = (mine.household_id, mine.id)`;

const CLAIMED = {
  ...FEED_KEY,
  deviceId: pullFeeds.deviceId,
  url: pullFeeds.url,
  sealedUrl: pullFeeds.sealedUrl,
  jsonRoot: pullFeeds.jsonRoot,
  etag: pullFeeds.etag,
  failuresInRow: pullFeeds.failuresInRow,
};

/** A feed that only this poller may poll until the lease ends. `url` is only the origin if the URL is sealed. */
export type ClaimedFeed = Pick<typeof pullFeeds.$inferSelect, keyof typeof CLAIMED> & { leaseUntil: Date };

const isFree = (now: Date) => or(isNull(pullFeeds.leaseUntil), lte(pullFeeds.leaseUntil, now));

/** The latest possible next poll. A later `next_poll_at` comes from a clock that was ahead, and counts as due. */
const latest = (now: Date) => new Date(nextPollMs(now.getTime(), Number.MAX_SAFE_INTEGER));

const isDue = (now: Date) => {
  const isItsTime = or(lte(pullFeeds.nextPollAt, now), gt(pullFeeds.nextPollAt, latest(now)));
  return and(pullFeeds.enabled, isItsTime, isFree(now), devices.enabled);
};

type FeedClaim = { now: Date; leaseMs: number; limit: number };

/** Leases due feeds: the longest waiting first, a home's feeds together. Two pollers never get the same feed. */
export async function claimDueFeeds(db: Db, { now, leaseMs, limit }: FeedClaim): Promise<ClaimedFeed[]> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const mine = queryBuilder
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

/** Makes all enabled feeds due that nobody is polling, including those in backoff. */
export async function makeFeedsDue(db: Db, now: Date): Promise<void> {
  const mine = queryBuilder
    .select(FEED_KEY)
    .from(pullFeeds)
    .where(and(pullFeeds.enabled, gt(pullFeeds.nextPollAt, now), isFree(now)))
    .for("update", { skipLocked: true });
  await db("repeatable", (queries) =>
    queries.with(cte("mine", mine)).update(pullFeeds).set({ nextPollAt: now }).from(sql`mine`).where(isMine),
  );
}

/** Counts the feeds that are due and that nobody is polling. */
export async function countDueFeeds(db: Db, now: Date): Promise<number> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ due: count() })
      .from(pullFeeds)
      .innerJoin(devices, eq(devices.id, pullFeeds.deviceId))
      .where(isDue(now)),
  );
  return found?.due ?? 0;
}

export type PolledFeed =
  | { state: "ok"; payload: ParsedPayload; etag: string | null }
  | { state: "unchanged" }
  | { state: "failed"; reason: FeedFailure };

/** `at`: the time of the answer or failure. The feed is due again at `nextPollAt`, or at `retryAt` after a failure. */
export type FeedResult = {
  feed: ClaimedFeed;
  at: Date;
  polled: PolledFeed;
  nextPollAt: Date;
  retryAt: Date;
};

/** `failure` may first occur while storing. `readings`: the number of stored readings. */
export type StoredFeed = { result: FeedResult; failure: FeedFailure | null; readings: number };

/**
 * Stores the readings and poll states of all feeds in one call, and makes their homes due for evaluation. Skips feeds
 * that another poller has taken over or that were saved since the claim. If the database refuses a result, only that
 * one is stored as a failure.
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

/** Isolates the result that makes the call fail for all, by bisection. */
async function storeInHalves(db: Db, results: FeedResult[]): Promise<StoredFeed[]> {
  const middle = Math.ceil(results.length / 2);
  const first = await storeFeedResults(db, results.slice(0, middle));
  return [...first, ...(await storeFeedResults(db, results.slice(middle)))];
}

type Row = { result_number: number; failed_with: FeedFailure | null; stored: number | null };

async function storeTogether(db: Db, results: FeedResult[]): Promise<StoredFeed[]> {
  const homes = [...new Set(results.map(({ feed }) => feed.householdId))];
  const [{ rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute<Row>(sql`
        select * from record_feeds(
          ${JSON.stringify(results.map(recorded))}::jsonb)`),
      // Sorted by the database, in the order in which evaluations lock homes, so that the two never deadlock.
      queries.execute(sql`
        select request_check(home) from (
          select home from jsonb_array_elements_text(${JSON.stringify(homes)}::jsonb) as home order by home) ordered`),
    ]),
  );
  return rows.flatMap((row) => {
    const result = results[row.result_number];
    if (result === undefined) return [];
    return [{ result, failure: row.failed_with, readings: row.stored ?? readingsIn(result) }];
  });
}

/** The number of readings in a result, for results that an earlier attempt with unknown outcome has stored already. */
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

/** A feed's URL as stored. If `sealedUrl` is set, `url` is only the origin. */
export type KeptFeedUrl = { deviceId: string; url: string; sealedUrl: string | null };

/** Stores a newly sealed URL, unless the feed has been saved since it was read. Keeps the state of its polls. */
export async function storeSealedUrl(
  db: Db,
  { deviceId, url, sealedUrl }: KeptFeedUrl,
  kept: Omit<KeptFeedUrl, "deviceId">,
): Promise<void> {
  const isAsRead = sql`(${pullFeeds.url}, ${pullFeeds.sealedUrl}) is not distinct from (${url}, ${sealedUrl})`;
  await db("repeatable", (queries) =>
    queries
      .update(pullFeeds)
      .set(kept)
      .where(and(eq(pullFeeds.deviceId, deviceId), isAsRead)),
  );
}
