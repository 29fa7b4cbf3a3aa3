import type { HandOutShards } from "../ports.ts";
import { type FeedsPolled, type PollFeedsPorts, pollFeeds } from "./poll-feeds.ts";

/** `handOutShards` is null where the platform has no invocation of its own to hand a shard to. */
export type ShardPorts = PollFeedsPorts & { handOutShards: HandOutShards | null };

/**
 * Polls one shard. Those that it has put off are handed to others, or polled here where nobody takes them.
 */
export async function pollOneShard(ports: ShardPorts, tick: Date): Promise<FeedsPolled> {
  const polled = await pollFeeds(ports, tick);
  if (polled.put_off === 0) return polled;
  const shards = Math.ceil(polled.put_off / ports.feedShards.sideBySide);
  const handedOut = (await ports.handOutShards?.("poll", shards, tick)) ?? 0;
  return handedOut > 0 ? polled : together(polled, await pollFeeds(ports, tick));
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
