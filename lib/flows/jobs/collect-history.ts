import { LIMITS } from "../../../schema/limits.ts";
import type { Counts, Trigger } from "../../domain/cron/jobs.ts";
import { shardTick } from "../../domain/cron/shard-tick.ts";
import type { HandOutShards } from "../../ports.ts";
import { countDueFeeds, makeFeedsDue } from "../../store/feeds.ts";
import { type JudgeHomesPorts, judgeDueHomes, ONLY_ASKED } from "../alerts/judge-homes.ts";
import { holdValues } from "../history/hold-values.ts";
import { type FeedsPolled, type PollFeedsPorts, pollFeeds } from "../poll-feeds.ts";
import { inTurn } from "./in-turn.ts";

export type CollectPorts = PollFeedsPorts & JudgeHomesPorts & { handOutShards: HandOutShards };

/**
 * The tick of every 15 minutes: polls a shard of the feeds that are due, hands the others out to invocations of
 * their own, judges the homes that are due by what is stored now, those of the polled feeds among them, and holds
 * what push devices did not say again. Counts are of this run; the other shards judge too.
 */
export const collectHistory = (
  ports: CollectPorts,
  tick: Date,
  trigger: Trigger = "clock",
): Promise<Counts> =>
  inTurn({
    feeds: () => collectFeeds(ports, tick, trigger),
    homes: () => judgeDueHomes(ports),
    "held values": () => holdValues(ports, tick),
  });

/** Who collects by hand wants to see what feeds say now, when they were polled last or failed notwithstanding. */
async function collectFeeds(ports: CollectPorts, tick: Date, trigger: Trigger): Promise<Counts> {
  if (trigger === "manual") await makeFeedsDue(ports.db, ports.clock());
  const feeds = await pollFeeds(ports, tick);
  const isMore = feeds.polled === LIMITS.feedShardMax;
  const { shards, handedOut } = isMore ? await handOutRest(ports, tick) : { shards: 0, handedOut: 0 };
  if (shards > 0 && handedOut === 0) throw new Error(`None of ${shards} shards could be handed out`);
  return { ...countsByName(feeds), shards_handed_out: handedOut, shards_refused: shards - handedOut };
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
export async function collectShard(ports: PollFeedsPorts & JudgeHomesPorts, tick: Date): Promise<Counts> {
  const counts = await pollFeeds(ports, shardTick(tick, ports.clock()));
  return { ...countsByName(counts), ...(await judgeDueHomes(ports, ONLY_ASKED)) };
}

/** `ok` stands in the answer for something else. */
const countsByName = ({ ok, ...counts }: FeedsPolled): Counts => ({
  ...counts,
  answered: ok,
});
