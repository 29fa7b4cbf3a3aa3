import { MINUTE_MS } from "../kernel/time.ts";
import { JOBS } from "./jobs.ts";

/** Clock skew tolerated between dispatcher and poller. */
const AHEAD_MS_MAX = MINUTE_MS;

/**
 * The tick that a shard is polled for: the one it was handed out in. Once that is over, the present one, so
 * that no feed of an old message is due again at once.
 */
export const shardTick = (handedOut: Date, now: Date): Date => {
  const latestMs = Math.min(handedOut.getTime(), now.getTime() + AHEAD_MS_MAX);
  return new Date(JOBS["collect-history"].timetable.tickAt(Math.max(latestMs, now.getTime())));
};

/** What an invocation of its own does: poll some feeds, or judge the homes that are due. Never both. */
export const SHARD_WORKS = ["poll", "judge"] as const;
export type ShardWork = (typeof SHARD_WORKS)[number];

/**
 * A message of a queue of shards: what is to be done, and for which tick. One of a former version names no
 * work.
 */
export type ShardMessage = { tick: string; work?: ShardWork };
