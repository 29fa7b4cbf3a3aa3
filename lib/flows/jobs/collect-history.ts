import { LIMITS } from "../../../schema/limits.ts";
import type { Counts, Trigger } from "../../domain/cron/jobs.ts";
import { shardTick } from "../../domain/cron/shard-tick.ts";
import type { HandOutShards } from "../../ports.ts";
import { countDueLooks } from "../../store/alerts/looks.ts";
import { countDueFeeds, makeFeedsDue } from "../../store/feeds.ts";
import { type JudgeHomesPorts, judgeDueHomes } from "../alerts/judge-homes.ts";
import { learnFloors } from "../alerts/learn-floors.ts";
import { holdValues } from "../history/hold-values.ts";
import { type FeedsPolled, type PollFeedsPorts, pollFeeds } from "../poll-feeds.ts";
import { inTurn } from "./in-turn.ts";

export type CollectPorts = PollFeedsPorts & JudgeHomesPorts & { handOutShards: HandOutShards };

/**
 * The tick of every 15 minutes: polls a shard of the feeds that are due, judges the homes that are due by what is
 * stored now, those of the polled feeds among them, and holds what push devices did not say again. What is too much
 * for one is handed out to invocations of their own; counts are of this run.
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
    "week floors": () => learnFloors(ports),
  });

/** Who collects by hand wants to see what feeds say now, when they were polled last or failed notwithstanding. */
async function collectFeeds(ports: CollectPorts, tick: Date, trigger: Trigger): Promise<Counts> {
  if (trigger === "manual") await makeFeedsDue(ports.db, ports.clock());
  const feeds = await pollFeeds(ports, tick);
  const shards = await shardsToHandOut(ports, tick, feeds);
  const handedOut = shards > 0 ? await ports.handOutShards(shards, tick) : 0;
  if (shards > 0 && handedOut === 0) throw new Error(`None of ${shards} shards could be handed out`);
  return { ...countsByName(feeds), shards_handed_out: handedOut, shards_refused: shards - handedOut };
}

/** Besides this run's own: as many as the feeds need that are left, or the homes. */
async function shardsToHandOut(
  { db, clock }: CollectPorts,
  tick: Date,
  { polled }: FeedsPolled,
): Promise<number> {
  const isMore = polled === LIMITS.feedShardMax;
  const [feeds, homes] = await Promise.all([
    isMore ? countDueFeeds(db, clock()) : 0,
    countDueLooks(db, tick),
  ]);
  const shards = Math.max(
    Math.ceil(feeds / LIMITS.feedShardMax),
    Math.ceil(homes / LIMITS.judgeShardHomes) - 1,
  );
  return Math.min(Math.max(shards, 0), LIMITS.feedShardsMax);
}

/**
 * One shard that was handed out: polls it, and judges homes beside the others. What was judged in this tick is due
 * after it.
 */
export async function collectShard(ports: PollFeedsPorts & JudgeHomesPorts, tick: Date): Promise<Counts> {
  const present = shardTick(tick, ports.clock());
  const counts = await pollFeeds(ports, present);
  return { ...countsByName(counts), ...(await judgeDueHomes(ports, present)) };
}

/** `ok` stands in the answer for something else. */
const countsByName = ({ ok, ...counts }: FeedsPolled): Counts => ({
  ...counts,
  answered: ok,
});
