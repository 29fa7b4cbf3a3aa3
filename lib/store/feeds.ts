import { sql } from "drizzle-orm";
import type { FeedFailure } from "../../schema/vocabulary.ts";
import type { ParsedPayload } from "../domain/ingest/reading.ts";
import type { Db } from "./db.ts";
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

/**
 * Leases up to `limit` due feeds, those waiting longest first, a home's together; two pollers never get the same one.
 */
export async function claimDueFeeds(
  db: Db,
  { now, limit, leaseMs }: { now: Date; limit: number; leaseMs: number },
): Promise<ClaimedFeed[]> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const { rows } = await db("once", (queries) =>
    queries.execute<Omit<ClaimedFeed, "leaseUntil">>(sql`
      update pull_feeds feed set lease_until = ${leaseUntil.toISOString()}::timestamptz
      from (
        select due.household_id, due.id from pull_feeds due
        join devices device on device.id = due.device_id and device.enabled
        where due.enabled and due.next_poll_at <= ${now.toISOString()}::timestamptz
          and (due.lease_until is null or due.lease_until <= ${now.toISOString()}::timestamptz)
        order by due.next_poll_at, due.household_id limit ${limit}::integer for update of due skip locked
      ) mine
      where feed.household_id = mine.household_id and feed.id = mine.id
      returning feed.household_id as "householdId", feed.id, feed.device_id as "deviceId", feed.url,
        feed.sealed_url as "sealedUrl", feed.json_root as "jsonRoot", feed.etag, feed.failures_in_row as "failuresInRow"`),
  );
  return rows.map((row) => ({ ...row, leaseUntil }));
}

/** Makes every feed due that nobody is polling, those that are left alone because they fail too. */
export async function makeFeedsDue(db: Db, now: Date): Promise<void> {
  await db("repeatable", (queries) =>
    queries.execute(sql`
      with mine as (
        select household_id, id from pull_feeds
        where enabled and next_poll_at > ${now.toISOString()}::timestamptz
          and (lease_until is null or lease_until <= ${now.toISOString()}::timestamptz)
        for update skip locked)
      update pull_feeds feed set next_poll_at = ${now.toISOString()}::timestamptz from mine
      where feed.household_id = mine.household_id and feed.id = mine.id`),
  );
}

/** Feeds that are due and that nobody is polling. */
export async function countDueFeeds(db: Db, now: Date): Promise<number> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ due: number }>(sql`
      select count(*)::integer as due from pull_feeds due
      join devices device on device.id = due.device_id and device.enabled
      where due.enabled and due.next_poll_at <= ${now.toISOString()}::timestamptz
        and (due.lease_until is null or due.lease_until <= ${now.toISOString()}::timestamptz)`),
  );
  return rows[0]?.due ?? 0;
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
      // In one order, so that two pollers never wait for each other.
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
