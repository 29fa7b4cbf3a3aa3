import { originOf } from "../kernel/judge-url.ts";
import { type Outcome, patiently } from "../kernel/patiently.actions.ts";
import type { AskedNames, FeedAnswer, Vault } from "../kernel/ports.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import type { Counts } from "../kernel/shards.ts";
import {
  type ClaimedFeed,
  claimDueFeeds,
  type FeedResult,
  type PolledFeed,
  type SealedFeedUrl,
  type StaleFeedUrl,
  type StoredFeed,
  staleFeedUrls,
  storeFeedResults,
  storeSealedUrls,
} from "./feeds.queries.ts";
import { FEED_LIMITS } from "./limits.ts";
import { nextPollMs, readFeed, saidRequest } from "./read-feed.ts";
import { openFeedUrl, sealFeedUrl } from "./setup/pull-setup.actions.ts";

export const NONE_POLLED: FeedsPolled = { polled: 0, ok: 0, unchanged: 0, failed: 0, lost: 0, readings: 0 };

/** `ok` gave new readings or a sign of life, `lost` were taken over or saved again while they were fetched. */
export type FeedsPolled = {
  polled: number;
  ok: number;
  unchanged: number;
  failed: number;
  lost: number;
  readings: number;
};

/** Which kind of feeds a shard asks for first. */
export type First = "slow" | "quick";

/** `late` waits for the feeds that had not answered when the others were stored, and stores them. */
type PolledShard = { claimed: number; soon: FeedsPolled; late: () => Promise<FeedsPolled> };

/**
 * One shard: claims feeds that are due, fetches them side by side, stores all in one call, which makes their
 * homes due for judging. One that has not answered soon leaves its place to the next and goes on: it holds nobody
 * but itself. Those that were slow before are polled among themselves and first, since they take longest.
 * `tick` is the moment that all polls of it stand for.
 */
export async function pollFeeds(
  services: CronServices,
  tick: Date,
  first: First = "slow",
): Promise<PolledShard> {
  const { size, sideBySide } = services.feedShards;
  const feeds = await claimDueFeeds(services.db, {
    now: services.clock(),
    leaseMs: FEED_LIMITS.feedLeaseMs,
    quick: size,
    slow: Math.min(size, sideBySide),
    slowFirst: first === "slow",
  });
  const names: AskedNames = new Map();
  const patience = {
    concurrency: sideBySide,
    patienceMs: FEED_LIMITS.feedPatienceMs,
    lastMs: FEED_LIMITS.feedLastPatienceMs,
    inTime: services.inTime,
  };
  const { done, late } = await patiently(feeds, patience, {
    ready: async () => {},
    work: (feed) => pollFeed(services, feed, tick, names),
  });
  return {
    claimed: feeds.length,
    soon: await stored(services, done),
    late: async () => stored(services, await Promise.all(late)),
  };
}

/** @throws what kept a feed from being polled, after the others were stored */
async function stored({ db }: CronServices, outcomes: readonly Outcome<FeedResult>[]): Promise<FeedsPolled> {
  const results = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const counts = countsOf(results, await storeFeedResults(db, results));
  const failed = outcomes.find((outcome) => !outcome.ok);
  if (failed !== undefined) throw failed.error;
  return counts;
}

async function pollFeed(
  services: CronServices,
  feed: ClaimedFeed,
  tick: Date,
  names: AskedNames,
): Promise<FeedResult> {
  const begun = services.clock();
  const answer = await fetchOpened(services, feed, names);
  const at = services.clock();
  return {
    feed,
    at,
    polled: readAnswer(answer, feed, at),
    nextPollAt: new Date(nextPollMs(tick.getTime(), 0)),
    retryAt: new Date(nextPollMs(tick.getTime(), feed.failuresInRow + 1)),
    isSlow: at.getTime() - begun.getTime() > FEED_LIMITS.feedPatienceMs,
  };
}

async function fetchOpened(
  { fetchFeed, serverVault }: CronServices,
  feed: ClaimedFeed,
  names: AskedNames,
): Promise<FeedAnswer> {
  const opened = await openFeedUrl(serverVault, feed);
  if (opened === null) return { kind: "failed", reason: "url_lost" };
  return await fetchFeed({ url: opened.url, etag: feed.etag, ...saidRequest(opened.request) }, names);
}

function readAnswer(answer: FeedAnswer, { jsonRoot }: ClaimedFeed, now: Date): PolledFeed {
  if (answer.kind === "failed") return { state: "failed", reason: answer.reason };
  if (answer.kind === "unchanged") return { state: "unchanged" };
  const read = readFeed(answer.bytes, { jsonRoot, now });
  if (!read.ok) return { state: "failed", reason: read.reason };
  return { state: "ok", payload: read.payload, etag: answer.etag };
}

function countsOf(results: readonly FeedResult[], found: readonly StoredFeed[]): FeedsPolled {
  const good = found.filter(({ failure }) => failure === null);
  const unchanged = good.filter(({ result }) => result.polled.state === "unchanged").length;
  return {
    polled: results.length,
    ok: good.length - unchanged,
    unchanged,
    failed: found.length - good.length,
    lost: results.length - found.length,
    readings: found.reduce((sum, { readings }) => sum + readings, 0),
  };
}

/** The counts of a job; `ok` stands in its answer for something else. */
export const feedCounts = ({ ok, ...counts }: FeedsPolled): Counts => ({ ...counts, answered: ok });

/** Polls one shard to its end. */
export async function pollWhole(services: CronServices, tick: Date, first: First): Promise<FeedsPolled> {
  const { soon, late } = await pollFeeds(services, tick, first);
  return together(soon, await late());
}

/** Polls shard after shard where there is no other invocation; all of them wait for their late feeds at once. */
export async function pollAlone(services: CronServices, tick: Date, first: First): Promise<FeedsPolled> {
  const shards = [await pollFeeds(services, tick, first)];
  while (shards.length < FEED_LIMITS.feedShardsAloneMax && (shards.at(-1)?.claimed ?? 0) > 0)
    shards.push(await pollFeeds(services, tick, first));
  const lates = await Promise.all(shards.map(({ late }) => late()));
  return [...shards.map(({ soon }) => soon), ...lates].reduce(together);
}

export const together = (first: FeedsPolled, second: FeedsPolled): FeedsPolled => ({
  polled: first.polled + second.polled,
  ok: first.ok + second.ok,
  unchanged: first.unchanged + second.unchanged,
  failed: first.failed + second.failed,
  lost: first.lost + second.lost,
  readings: first.readings + second.readings,
});

/**
 * Seals the URLs of feeds that were saved before URLs were sealed, or under the former secret, batch by
 * batch.
 */
export async function sealFeedUrls({ db, serverVault }: CoreServices): Promise<number> {
  const prefix = await serverVault.currentPrefix();
  const limit = FEED_LIMITS.feedUrlsSealedBatch;
  let sealed = 0;
  let after = "";
  for (let round = 0; round < FEED_LIMITS.feedUrlsSealedRoundsMax; round += 1) {
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
