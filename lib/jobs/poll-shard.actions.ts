import { countDueChecks } from "../alerts/due-checks.queries.ts";
import { judgeDueHomes } from "../alerts/judge-homes.actions.ts";
import { type FeedsPolled, feedCounts, pollFeeds } from "../feeds/poll-feeds.actions.ts";
import type { CronServices } from "../kernel/services.actions.ts";
import { type Counts, shardTick } from "../kernel/shards.ts";

/** One shard that was handed out. */
export async function pollShard(services: CronServices, tick: Date): Promise<Counts> {
  const present = shardTick(tick, services.clock());
  const polled = await pollFeeds(services, present);
  return { ...feedCounts(polled), ...(await judgeAfter(services, present, polled)) };
}

/**
 * The homes that polled feeds make due are judged by an invocation of its own; where that is refused, by this
 * one, so that no frost waits for the next tick.
 */
async function judgeAfter(services: CronServices, present: Date, { polled }: FeedsPolled): Promise<Counts> {
  if (polled === 0 || (await countDueChecks(services.db, present)) === 0) return {};
  const handedOut = await services.handOutShards("judge", 1, present);
  return handedOut > 0 ? { judge_shards: handedOut } : await judgeDueHomes(services, present);
}
