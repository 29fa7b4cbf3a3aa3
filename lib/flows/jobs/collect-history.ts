import { LIMITS } from "../../../schema/limits.ts";
import type { HandOutShards } from "../../ports.ts";
import { countDueFeeds } from "../../store/feeds.ts";
import { type JudgeHomesPorts, judgeHomes, judgeTheseHomes } from "../alerts/judge-homes.ts";
import { type FeedsPolled, type PollFeedsPorts, pollFeeds, pollShard } from "../poll-feeds.ts";

export type CollectPorts = PollFeedsPorts & JudgeHomesPorts & { handOutShards: HandOutShards };

/**
 * The tick of every 15 minutes: polls a shard of the feeds that are due, hands the others out to invocations of
 * their own, and judges every home by what is stored now. Counts are of this run; the other shards judge the
 * homes that they polled for.
 */
export async function collectHistory(ports: CollectPorts, tick: Date): Promise<Record<string, number>> {
  const feeds = await pollFeeds(ports, tick);
  const isMore = feeds.polled === LIMITS.feedShardMax;
  const shards = isMore ? await handOutRest(ports, tick) : 0;
  const { homes, told } = await judgeHomes(ports);
  return { ...countsByName(feeds), shards_handed_out: shards, homes, told };
}

async function handOutRest({ db, clock, handOutShards }: CollectPorts, tick: Date): Promise<number> {
  const due = await countDueFeeds(db, clock());
  const shards = Math.min(Math.ceil(due / LIMITS.feedShardMax), LIMITS.feedShardsMax);
  if (shards > 0) await handOutShards(shards, tick);
  return shards;
}

/** One shard that was handed out: polls it and judges the homes that it was polled for. */
export async function collectShard(
  ports: PollFeedsPorts & JudgeHomesPorts,
  tick: Date,
): Promise<Record<string, number>> {
  const { counts, householdIds } = await pollShard(ports, tick);
  return { ...countsByName(counts), ...(await judgeTheseHomes(ports, householdIds)) };
}

/** `ok` stands in the answer for something else. */
const countsByName = ({ ok, ...counts }: FeedsPolled): Record<string, number> => ({
  ...counts,
  answered: ok,
});
