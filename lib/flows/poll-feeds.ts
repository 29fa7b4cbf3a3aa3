import { LIMITS } from "../../schema/limits.ts";
import { nextPollMs } from "../domain/cron/feed-back-off.ts";
import type { Counts } from "../domain/cron/jobs.ts";
import { readFeed } from "../domain/feed/read-feed.ts";
import type { Clock, FeedAnswer, FetchFeed, Vault } from "../ports.ts";
import type { Db } from "../store/db.ts";
import {
  type ClaimedFeed,
  claimDueFeeds,
  type FeedResult,
  type PolledFeed,
  type StoredFeed,
  storeFeedResults,
} from "../store/feeds.ts";
import { inParallel } from "./in-parallel.ts";
import { openFeedUrl } from "./pull-setup/feed-url.ts";

export type PollFeedsPorts = { db: Db; clock: Clock; fetchFeed: FetchFeed; serverVault: Vault };

/** `ok` gave new readings or a sign of life, `lost` were taken over or saved again while they were fetched. */
export type FeedsPolled = {
  polled: number;
  ok: number;
  unchanged: number;
  failed: number;
  lost: number;
  readings: number;
};

/**
 * One shard: claims feeds that are due, fetches them side by side, stores all in one call, which makes their homes
 * due for judging. Fewer than `limit` polled means that nothing is left for another shard. `tick` is the moment that
 * all polls of it stand for.
 */
export async function pollFeeds(
  ports: PollFeedsPorts,
  tick: Date,
  limit: number = LIMITS.feedShardMax,
): Promise<FeedsPolled> {
  const claim = { now: ports.clock(), limit, leaseMs: LIMITS.feedLeaseMs };
  const feeds = await claimDueFeeds(ports.db, claim);
  const results = await inParallel(feeds, LIMITS.feedConcurrencyMax, (feed) => pollFeed(ports, feed, tick));
  const stored = await storeFeedResults(ports.db, results);
  return countsOf(feeds.length, stored);
}

async function pollFeed(ports: PollFeedsPorts, feed: ClaimedFeed, tick: Date): Promise<FeedResult> {
  const answer = await fetchOpened(ports, feed);
  const at = ports.clock();
  return {
    feed,
    at,
    polled: readAnswer(answer, feed, at),
    nextPollAt: new Date(nextPollMs(tick.getTime(), 0)),
    retryAt: new Date(nextPollMs(tick.getTime(), feed.failuresInRow + 1)),
  };
}

async function fetchOpened(
  { fetchFeed, serverVault }: PollFeedsPorts,
  feed: ClaimedFeed,
): Promise<FeedAnswer> {
  const opened = await openFeedUrl(serverVault, feed);
  if (opened === null) return { kind: "failed", reason: "url_lost" };
  return await fetchFeed({ url: opened.url, etag: feed.etag });
}

function readAnswer(answer: FeedAnswer, { jsonRoot }: ClaimedFeed, now: Date): PolledFeed {
  if (answer.kind === "failed") return { state: "failed", reason: answer.reason };
  if (answer.kind === "unchanged") return { state: "unchanged" };
  const read = readFeed(answer.bytes, { jsonRoot, now });
  if (!read.ok) return { state: "failed", reason: read.reason };
  return { state: "ok", payload: read.payload, etag: answer.etag };
}

function countsOf(polled: number, stored: StoredFeed[]): FeedsPolled {
  const good = stored.filter(({ failure }) => failure === null);
  const unchanged = good.filter(({ result }) => result.polled.state === "unchanged").length;
  return {
    polled,
    ok: good.length - unchanged,
    unchanged,
    failed: stored.length - good.length,
    lost: polled - stored.length,
    readings: stored.reduce((sum, { readings }) => sum + readings, 0),
  };
}

/** The counts of a job; `ok` stands in its answer for something else. */
export const feedCounts = ({ ok, ...counts }: FeedsPolled): Counts => ({ ...counts, answered: ok });
