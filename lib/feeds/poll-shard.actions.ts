import { judgeDueHomes } from "../alerts/judge-homes.actions.ts";
import { countDueLooks } from "../alerts/looks.queries.ts";
import type { CollectPorts } from "../jobs/collect-history.actions.ts";
import type { Counts } from "../jobs/jobs.ts";
import { shardTick } from "../jobs/ticks.ts";
import { feedCounts, pollOneShard } from "./poll-feeds.actions.ts";

/**
 * One shard of feeds that was handed out. The homes that they make due are judged by an invocation of its
 * own; where that is refused, by this one, so that no frost waits for the next tick.
 */
export async function pollShard(ports: CollectPorts, tick: Date): Promise<Counts> {
  const present = shardTick(tick, ports.clock());
  const counts = feedCounts(await pollOneShard(ports, present));
  if (counts.polled === 0 || (await countDueLooks(ports.db, present)) === 0) return counts;
  const handedOut = (await ports.handOutShards?.("judge", 1, present)) ?? 0;
  return handedOut > 0
    ? { ...counts, judge_shards: handedOut }
    : { ...counts, ...(await judgeDueHomes(ports, present)) };
}
