import { inParallel } from "../kernel/in-turn.actions.ts";
import { originOf } from "../kernel/judge-url.ts";
import type { AskedNames, FeedAnswer } from "../kernel/ports.ts";
import type { CronServices } from "../kernel/services.actions.ts";
import { messageOf } from "../kernel/text.ts";
import {
  type ClaimedFeed,
  claimDueFeeds,
  type FeedResult,
  type PolledFeed,
  type StoredFeed,
  storeFeedResults,
  storeSealedUrl,
} from "./feeds.queries.ts";
import { nextPollMs, readFeed } from "./read-feed.ts";
import { openFeedUrl, sealFeedUrl } from "./setup/pull-setup.actions.ts";

/** Longer than a shard takes in which every feed hangs, so that nobody takes over the feeds of a live poller. */
export const FEED_LEASE_MS = 300_000;

/** `answered`: feeds with a new answer. `lost`: feeds that were taken over or saved while they were fetched. */
export const NONE_POLLED = { polled: 0, answered: 0, unchanged: 0, failed: 0, lost: 0, readings: 0 };
export type FeedsPolled = typeof NONE_POLLED;

/**
 * Polls one shard: claims due feeds, fetches them in parallel, and stores all results in one call, which makes their
 * homes due for evaluation. The next polls are scheduled from `tick`.
 */
export async function pollFeeds(services: CronServices, tick: Date): Promise<FeedsPolled> {
  const { size, sideBySide } = services.feedShards;
  const now = services.clock();
  const feeds = await claimDueFeeds(services.db, { now, leaseMs: FEED_LEASE_MS, limit: size });
  const names: AskedNames = new Map();
  const results = await inParallel(feeds, sideBySide, (feed) => pollFeed(services, feed, tick, names));
  return countsOf(results, await storeFeedResults(services.db, results));
}

async function pollFeed(
  services: CronServices,
  feed: ClaimedFeed,
  tick: Date,
  names: AskedNames,
): Promise<FeedResult> {
  const answer = await fetchOpened(services, feed, names);
  const at = services.clock();
  return {
    feed,
    at,
    polled: readAnswer(services, answer, feed, at),
    nextPollAt: new Date(nextPollMs(tick.getTime(), 0)),
    retryAt: new Date(nextPollMs(tick.getTime(), feed.failuresInRow + 1)),
  };
}

/** Opens a feed's URL and fetches it. Reseals a URL that isn't sealed with the current secret. */
async function fetchOpened(
  { db, fetchFeed, serverVault }: CronServices,
  feed: ClaimedFeed,
  names: AskedNames,
): Promise<FeedAnswer> {
  const opened = await openFeedUrl(serverVault, feed);
  if (opened === null) return { kind: "failed", reason: "url_lost" };
  if (!opened.isCurrent) {
    const sealedUrl = await sealFeedUrl(serverVault, feed.deviceId, opened);
    await storeSealedUrl(db, feed, { url: originOf(opened.url), sealedUrl });
  }
  return await fetchFeed({ url: opened.url, etag: feed.etag, request: opened.request }, names);
}

/** Reads a feed's answer. Catches errors of the reader, so that a strange body can't affect other feeds. */
function readAnswer(
  { report }: CronServices,
  answer: FeedAnswer,
  { jsonRoot, deviceId }: ClaimedFeed,
  now: Date,
): PolledFeed {
  if (answer.kind === "failed") return { state: "failed", reason: answer.reason };
  if (answer.kind === "unchanged") return { state: "unchanged" };
  try {
    const read = readFeed(answer.bytes, { jsonRoot, now });
    if (!read.ok) return { state: "failed", reason: read.reason };
    return { state: "ok", payload: read.payload, etag: answer.etag };
  } catch (error) {
    report({ level: "error", event: "feed_not_read", device_id: deviceId, error: messageOf(error) });
    return { state: "failed", reason: "no_readings" };
  }
}

function countsOf(results: readonly FeedResult[], found: readonly StoredFeed[]): FeedsPolled {
  const good = found.filter(({ failure }) => failure === null);
  const unchanged = good.filter(({ result }) => result.polled.state === "unchanged").length;
  return {
    polled: results.length,
    answered: good.length - unchanged,
    unchanged,
    failed: found.length - good.length,
    lost: results.length - found.length,
    readings: found.reduce((sum, { readings }) => sum + readings, 0),
  };
}
