import type { Counts } from "../jobs/jobs.ts";
import { JOB_LIMITS } from "../jobs/limits.ts";
import { inParallel } from "../kernel/patiently.actions.ts";
import type { FeedAnswer, FetchWithin, HandOutShards, Vault } from "../kernel/ports.ts";
import type { Services } from "../kernel/services.actions.ts";
import { nextPollMs } from "./feed-back-off.ts";
import { saidRequest } from "./feed-request.ts";
import {
  type ClaimedFeed,
  claimDueFeeds,
  type FeedResult,
  type PolledFeed,
  type StoredFeed,
  storeFeedResults,
} from "./feeds.queries.ts";
import { FEED_LIMITS } from "./limits.ts";
import {
  type SealedFeedUrl,
  type StaleFeedUrl,
  staleFeedUrls,
  storeSealedUrls,
} from "./plain-feed-urls.queries.ts";
import { readFeed } from "./read-feed.ts";
import { openFeedUrl, sealFeedUrl } from "./setup/pull-setup.actions.ts";
import { originOf } from "./url/judge.ts";

/**
 * Seals the URLs of feeds that were saved before URLs were sealed, or under the former secret, batch by
 * batch.
 */
export async function sealFeedUrls({
  db,
  serverVault,
}: Pick<Services, "db" | "serverVault">): Promise<number> {
  const prefix = await serverVault.currentPrefix();
  const limit = FEED_LIMITS.feedUrlsSealedBatch;
  let sealed = 0;
  let after = "";
  for (let round = 0; round < JOB_LIMITS.housekeepingRoundsMax; round += 1) {
    const stale = await staleFeedUrls(db, { prefix, after, limit });
    const urls = await Promise.all(stale.map((feed) => sealAgain(serverVault, feed)));
    sealed += await storeSealedUrls(db, urls.flat());
    if (stale.length < limit) break;
    after = stale.at(-1)?.deviceId ?? after;
  }
  return sealed;
}

/** Gives none where the URL cannot be opened: its polls say so until it is saved again. */
async function sealAgain(vault: Vault, feed: StaleFeedUrl): Promise<SealedFeedUrl[]> {
  const opened = await openFeedUrl(vault, feed);
  if (opened === null) return [];
  const { deviceId, url, sealedUrl } = feed;
  return [
    {
      deviceId,
      was: sealedUrl ?? url,
      origin: originOf(opened.url),
      sealedUrl: await sealFeedUrl(vault, deviceId, opened),
    },
  ];
}

export type PollFeedsPorts = Pick<Services, "db" | "clock" | "fetchFeed" | "serverVault" | "feedShards">;

/**
 * `ok` gave new readings or a sign of life, `lost` were taken over or saved again while they were fetched.
 * `put_off` were not polled to the end: they are left to a shard of slow ones.
 */
export type FeedsPolled = {
  polled: number;
  ok: number;
  unchanged: number;
  failed: number;
  lost: number;
  readings: number;
  put_off: number;
};

/** Which kind of feeds a shard asks for first. */
export type First = "slow" | "quick";

/**
 * One shard: claims feeds that are due, fetches them side by side, stores all in one call, which makes their
 * homes due for judging. Slow feeds are polled among themselves, so many as go at once: they hold nobody.
 * Those of earlier ticks go first, since they take longest; what this tick puts off goes last. None polled
 * and put off means that nothing is left for another shard. `tick` is the moment that all polls of it stand
 * for.
 */
export async function pollFeeds(
  ports: PollFeedsPorts,
  tick: Date,
  first: First = "slow",
): Promise<FeedsPolled> {
  const { size, sideBySide } = ports.feedShards;
  const feeds = await claimDueFeeds(ports.db, {
    now: ports.clock(),
    leaseMs: FEED_LIMITS.feedLeaseMs,
    quick: size,
    slow: Math.min(size, sideBySide),
    slowFirstOf: first === "slow" ? tick : null,
  });
  const names: FetchWithin["names"] = new Map();
  const results = await inParallel(feeds, ports.feedShards.sideBySide, (feed) =>
    pollFeed(ports, feed, tick, names),
  );
  const stored = await storeFeedResults(ports.db, results);
  return countsOf(results, stored);
}

async function pollFeed(
  ports: PollFeedsPorts,
  feed: ClaimedFeed,
  tick: Date,
  names: FetchWithin["names"],
): Promise<FeedResult> {
  const begun = ports.clock();
  const totalMs = feed.isSlow ? FEED_LIMITS.feedFetchMs : FEED_LIMITS.feedPatienceMs;
  const answer = await fetchOpened(ports, feed, { totalMs, names });
  const at = ports.clock();
  const isPutOff = !feed.isSlow && answer.kind === "failed" && answer.reason === "timeout";
  return {
    feed,
    at,
    polled: isPutOff ? { state: "put_off" } : readAnswer(answer, feed, at),
    nextPollAt: new Date(nextPollMs(tick.getTime(), 0)),
    retryAt: new Date(nextPollMs(tick.getTime(), feed.failuresInRow + 1)),
    isSlow: isPutOff || (feed.isSlow && at.getTime() - begun.getTime() > FEED_LIMITS.feedPatienceMs),
  };
}

async function fetchOpened(
  { fetchFeed, serverVault }: PollFeedsPorts,
  feed: ClaimedFeed,
  within: FetchWithin,
): Promise<FeedAnswer> {
  const opened = await openFeedUrl(serverVault, feed);
  if (opened === null) return { kind: "failed", reason: "url_lost" };
  return await fetchFeed({ url: opened.url, etag: feed.etag, ...saidRequest(opened.request) }, within);
}

function readAnswer(answer: FeedAnswer, { jsonRoot }: ClaimedFeed, now: Date): PolledFeed {
  if (answer.kind === "failed") return { state: "failed", reason: answer.reason };
  if (answer.kind === "unchanged") return { state: "unchanged" };
  const read = readFeed(answer.bytes, { jsonRoot, now });
  if (!read.ok) return { state: "failed", reason: read.reason };
  return { state: "ok", payload: read.payload, etag: answer.etag };
}

function countsOf(results: readonly FeedResult[], stored: readonly StoredFeed[]): FeedsPolled {
  const good = stored.filter(({ failure }) => failure === null);
  const unchanged = good.filter(({ result }) => result.polled.state === "unchanged").length;
  const putOff = results.filter(({ polled }) => polled.state === "put_off").length;
  return {
    polled: results.length - putOff,
    ok: good.length - unchanged,
    unchanged,
    failed: stored.length - good.length,
    lost: results.length - putOff - stored.length,
    readings: stored.reduce((sum, { readings }) => sum + readings, 0),
    put_off: putOff,
  };
}

/** The counts of a job; `ok` stands in its answer for something else. */
export const feedCounts = ({ ok, ...counts }: FeedsPolled): Counts => ({ ...counts, answered: ok });

/** `handOutShards` is null where the platform has no invocation of its own to hand a shard to. */
export type ShardPorts = PollFeedsPorts & { handOutShards: HandOutShards | null };

/**
 * Polls one shard. Those that it has put off are handed to others, or polled here where nobody takes them.
 */
export async function pollOneShard(ports: ShardPorts, tick: Date, first?: First): Promise<FeedsPolled> {
  const polled = await pollFeeds(ports, tick, first);
  if (polled.put_off === 0) return polled;
  const shards = Math.ceil(polled.put_off / ports.feedShards.sideBySide);
  const handedOut = (await ports.handOutShards?.("poll", shards, tick)) ?? 0;
  return handedOut > 0 ? polled : together(polled, await pollFeeds(ports, tick));
}

/** Polls shard after shard where there is no other invocation: the slow ones of a home, and its quick ones. */
export async function pollAlone(ports: ShardPorts, tick: Date, first: First): Promise<FeedsPolled> {
  let all = await pollOneShard(ports, tick, first);
  let latest = all;
  for (let round = 1; round < FEED_LIMITS.feedShardsAloneMax && latest.polled > 0; round += 1) {
    latest = await pollOneShard(ports, tick, first);
    all = together(all, latest);
  }
  return all;
}

/** Adds up both rounds: a feed that the first one put off has been polled by the second. */
const together = (first: FeedsPolled, second: FeedsPolled): FeedsPolled => ({
  polled: first.polled + second.polled,
  ok: first.ok + second.ok,
  unchanged: first.unchanged + second.unchanged,
  failed: first.failed + second.failed,
  lost: first.lost + second.lost,
  readings: first.readings + second.readings,
  put_off: second.put_off,
});
