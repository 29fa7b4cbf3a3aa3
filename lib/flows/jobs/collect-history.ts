import { LIMITS } from "../../../schema/limits.ts";
import { shardTick } from "../../domain/cron/shard-tick.ts";
import type { HandOutShards } from "../../ports.ts";
import { countDueFeeds } from "../../store/feeds.ts";
import { type HomesJudged, type JudgeHomesPorts, judgeDueHomes, ONLY_ASKED } from "../alerts/judge-homes.ts";
import { holdValues } from "../history/hold-values.ts";
import { type FeedsPolled, type PollFeedsPorts, pollFeeds } from "../poll-feeds.ts";

export type CollectPorts = PollFeedsPorts & JudgeHomesPorts & { handOutShards: HandOutShards };

/**
 * The tick of every 15 minutes: polls a shard of the feeds that are due, hands the others out to invocations of
 * their own, judges the homes that are due by what is stored now, those of the polled feeds among them, and holds
 * what push devices did not say again. Counts are of this run; the other shards judge too.
 * @throws Error where no shard could be handed out, after all homes have been judged
 */
export async function collectHistory(ports: CollectPorts, tick: Date): Promise<Record<string, number>> {
  const feeds = await pollFeeds(ports, tick);
  const isMore = feeds.polled === LIMITS.feedShardMax;
  const { shards, handedOut } = isMore ? await handOutRest(ports, tick) : { shards: 0, handedOut: 0 };
  const { homes, told, held } = await judgeAndHold(ports, tick);
  if (shards > 0 && handedOut === 0) throw new Error(`None of ${shards} shards of feeds could be handed out`);
  const refused = shards - handedOut;
  return { ...countsByName(feeds), shards_handed_out: handedOut, shards_refused: refused, homes, told, held };
}

/** Alerts first; neither keeps the other from its turn. */
async function judgeAndHold(ports: CollectPorts, tick: Date): Promise<HomesJudged & { held: number }> {
  const [judging] = await Promise.allSettled([judgeDueHomes(ports)]);
  const [holding] = await Promise.allSettled([holdValues(ports, tick)]);
  if (judging.status === "rejected" && holding.status === "rejected")
    throw new Error(`${judging.reason}; ${holding.reason}`);
  if (judging.status === "rejected") throw judging.reason;
  if (holding.status === "rejected") throw holding.reason;
  return { ...judging.value, ...holding.value };
}

async function handOutRest(
  { db, clock, handOutShards }: CollectPorts,
  tick: Date,
): Promise<{ shards: number; handedOut: number }> {
  const due = await countDueFeeds(db, clock());
  const shards = Math.min(Math.ceil(due / LIMITS.feedShardMax), LIMITS.feedShardsMax);
  return { shards, handedOut: shards > 0 ? await handOutShards(shards, tick) : 0 };
}

/** One shard that was handed out: polls it, and judges homes whose feeds have been polled. */
export async function collectShard(
  ports: PollFeedsPorts & JudgeHomesPorts,
  tick: Date,
): Promise<Record<string, number>> {
  const counts = await pollFeeds(ports, shardTick(tick, ports.clock()));
  return { ...countsByName(counts), ...(await judgeDueHomes(ports, ONLY_ASKED)) };
}

/** `ok` stands in the answer for something else. */
const countsByName = ({ ok, ...counts }: FeedsPolled): Record<string, number> => ({
  ...counts,
  answered: ok,
});
