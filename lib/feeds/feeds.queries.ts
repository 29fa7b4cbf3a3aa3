import { and, asc, count, eq, gt, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { devices } from "../../schema/tables/device.ts";
import { pullFeeds } from "../../schema/tables/pull-feed.ts";
import type { FeedFailure } from "../../schema/vocabulary.ts";
import { type Db, StoreError } from "../kernel/db.queries.ts";
import { cte, queryBuilder } from "../kernel/statements.queries.ts";
import { ingestBody } from "../readings/ingest.queries.ts";
import type { ParsedPayload } from "../readings/reading.ts";

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
  isSlow: pullFeeds.isSlow,
};

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
  isSlow: boolean;
  leaseUntil: Date;
};

const isFree = (now: Date) => or(isNull(pullFeeds.leaseUntil), lte(pullFeeds.leaseUntil, now));

const isDue = (now: Date) =>
  and(pullFeeds.enabled, lte(pullFeeds.nextPollAt, now), isFree(now), devices.enabled);

/** `quick` and `slow`: how many feeds of a kind are claimed at most. */
type FeedClaim = {
  now: Date;
  leaseMs: number;
  quick: number;
  slow: number;
  slowFirst: boolean;
};

/**
 * Leases due feeds of one kind, and those of the other where there are none. Those waiting longest come first, a
 * home's together; two pollers never get the same one.
 */
export async function claimDueFeeds(db: Db, claim: FeedClaim): Promise<ClaimedFeed[]> {
  const { now, leaseMs, quick, slow, slowFirst } = claim;
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const isSlow = sql`${pullFeeds.isSlow}`;
  const kinds = [
    { limit: slow, which: isSlow },
    { limit: quick, which: not(isSlow) },
  ];
  const [first, other] = (slowFirst ? kinds : kinds.toReversed()) as [Kind, Kind];
  const claimed = await db("once", (queries) =>
    queries
      .with(
        cte("begun", someDue(now, first.limit, first.which)),
        cte("others", someDue(now, other.limit, and(other.which, sql`not exists (select from begun)`))),
      )
      .update(pullFeeds)
      .set({ leaseUntil })
      .from(sql`(select * from begun union all select * from others) mine`)
      .where(isMine)
      .returning(CLAIMED),
  );
  return claimed.map((feed) => ({ ...feed, leaseUntil }));
}

type Kind = { limit: number; which: SQL };

const someDue = (now: Date, limit: number, which: SQL | undefined) =>
  queryBuilder
    .select(FEED_KEY)
    .from(pullFeeds)
    .innerJoin(devices, eq(devices.id, pullFeeds.deviceId))
    .where(and(isDue(now), which))
    .orderBy(asc(pullFeeds.nextPollAt), asc(pullFeeds.householdId))
    .limit(limit)
    .for("update", { of: pullFeeds, skipLocked: true });

/** Makes every feed due that nobody is polling, those that are left alone because they fail too. */
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

/** How many feeds are due that nobody is polling, the slow ones apart. */
export type DueFeeds = { quick: number; slow: number };

/** Selects `due` and `slow`, which are among them. */
export const dueFeeds = (now: Date) =>
  queryBuilder
    .select({ due: count().as("due"), slow: count(sql`nullif(${pullFeeds.isSlow}, false)`).as("slow") })
    .from(pullFeeds)
    .innerJoin(devices, eq(devices.id, pullFeeds.deviceId))
    .where(isDue(now));

export async function countDueFeeds(db: Db, now: Date): Promise<DueFeeds> {
  const rows = await db.query<{ due: number; slow: number }>(
    sql`select due::integer, slow::integer from (${dueFeeds(now)}) feeds`,
  );
  const { due, slow } = rows[0] ?? { due: 0, slow: 0 };
  return { quick: due - slow, slow };
}

export type PolledFeed =
  | { state: "ok"; payload: ParsedPayload; etag: string | null }
  | { state: "unchanged" }
  | { state: "failed"; reason: FeedFailure };

/** `at` is when it answered or failed; it is due again at `nextPollAt`, or at `retryAt` where it failed. */
export type FeedResult = {
  feed: ClaimedFeed;
  at: Date;
  polled: PolledFeed;
  nextPollAt: Date;
  retryAt: Date;
  /** True if it is slow from now on. */
  isSlow: boolean;
};

/** `failure` may be found only in storing; `readings` are those stored. */
export type StoredFeed = { result: FeedResult; failure: FeedFailure | null; readings: number };

/**
 * One call for all feeds: their readings and the state of their polls; their homes are due to be judged.
 * Leaves out those that were taken over or saved again since they were claimed.
 * A result that the database refuses is stored as a failure, alone.
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
  const homes = [...new Set(results.map(({ feed }) => feed.householdId))];
  const paced = results.filter(({ feed, isSlow }) => feed.isSlow !== isSlow);
  const [{ rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute<Row>(sql`
        select * from record_feeds(
          ${JSON.stringify(results.map(recorded))}::jsonb)`),
      // In the database's own order, as a judgement moves alerts, so that no two wait for each other.
      queries.execute(sql`
        select request_check(home) from (
          select home from jsonb_array_elements_text(${JSON.stringify(homes)}::jsonb) as home order by home) ordered`),
      ...(paced.length === 0 ? [] : [queries.execute(pacing(paced))]),
    ]),
  );
  return rows.flatMap((row) => {
    const result = results[row.result_number];
    if (result === undefined) return [];
    return [{ result, failure: row.failed_with, readings: row.stored ?? readingsIn(result) }];
  });
}

/** Of those whose poll was recorded: what was saved again meanwhile is another feed. */
const pacing = (results: FeedResult[]): SQL => sql`
  update pull_feeds feed set is_slow = pace."isSlow"
  from jsonb_to_recordset(${JSON.stringify(results.map(({ feed, at, isSlow }) => ({ ...feed, at, isSlow })))}::jsonb)
    as pace ("householdId" text, id text, at timestamptz, "isSlow" boolean)
  where feed.household_id = pace."householdId" and feed.id = pace.id
    and feed.last_polled_at = pace.at and feed.lease_until is null`;

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

export type StaleFeedUrl = { deviceId: string; url: string; sealedUrl: string | null };

/** `was` is the row's value when it was read: `sealedUrl`, or `url` if nothing was encrypted. */
export type SealedFeedUrl = { deviceId: string; was: string; origin: string; sealedUrl: string };

/**
 * The next feeds, by device, whose URL is in clear or sealed under another secret than what begins with
 * `prefix`.
 */
export async function staleFeedUrls(
  db: Db,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<StaleFeedUrl[]> {
  const isCurrent = sql`starts_with(${pullFeeds.sealedUrl}, ${prefix})`;
  return await db("repeatable", (queries) =>
    queries
      .select({ deviceId: pullFeeds.deviceId, url: pullFeeds.url, sealedUrl: pullFeeds.sealedUrl })
      .from(pullFeeds)
      .where(and(gt(pullFeeds.deviceId, after), or(isNull(pullFeeds.sealedUrl), not(isCurrent))))
      .orderBy(asc(pullFeeds.deviceId))
      .limit(limit),
  );
}

/** Leaves out those that somebody has saved since they were read; no poll is forgotten. */
export async function storeSealedUrls(db: Db, sealed: SealedFeedUrl[]): Promise<number> {
  if (sealed.length === 0) return 0;
  const rows = await db.query(sql`
    update pull_feeds feed set url = one.origin, sealed_url = one."sealedUrl"
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as one (
      "deviceId" text, was text, origin text, "sealedUrl" text)
    where feed.device_id = one."deviceId" and coalesce(feed.sealed_url, feed.url) = one.was
    returning 1`);
  return rows.length;
}
