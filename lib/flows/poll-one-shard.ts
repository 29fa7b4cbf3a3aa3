import { LIMITS } from "../../schema/limits.ts";
import type { HandOutShards } from "../ports.ts";
import { type FeedsPolled, type First, type PollFeedsPorts, pollFeeds } from "./poll-feeds.ts";

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
  for (let round = 1; round < LIMITS.feedShardsAloneMax && latest.polled > 0; round += 1) {
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
