import { LIMITS } from "../../../schema/limits.ts";
import { type JudgeHomesPorts, judgeHomes } from "../alerts/judge-homes.ts";
import { type FeedsPolled, type PollFeedsPorts, pollFeeds } from "../poll-feeds.ts";

export type CollectPorts = PollFeedsPorts & JudgeHomesPorts;

/**
 * The tick of every 15 minutes: polls the feeds that are due, shard by shard, then judges every home by what
 * is stored now. Counts are of this run.
 */
export async function collectHistory(ports: CollectPorts, tick: Date): Promise<Record<string, number>> {
  const feeds = await pollShards(ports, tick);
  const { homes, told } = await judgeHomes(ports);
  return { ...feeds, homes, told };
}

async function pollShards(ports: CollectPorts, tick: Date): Promise<FeedsPolled> {
  const sum: FeedsPolled = { polled: 0, ok: 0, unchanged: 0, failed: 0, lost: 0, readings: 0 };
  for (let shard = 0; shard < LIMITS.feedShardsMax; shard += 1) {
    const polled = await pollFeeds(ports, tick);
    for (const name of Object.keys(sum) as (keyof FeedsPolled)[]) sum[name] += polled[name];
    if (polled.polled < LIMITS.feedShardMax) break;
  }
  return sum;
}
