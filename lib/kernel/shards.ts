import { MINUTE_MS } from "./time.ts";

/** Between two ticks at which feeds are polled and homes judged. */
export const COLLECT_TICK_MS = 15 * MINUTE_MS;

/** Clock skew tolerated between dispatcher and poller. */
const AHEAD_MS_MAX = MINUTE_MS;

/**
 * The tick that a shard is polled for: the one it was handed out in. Once that is over, the present one, so
 * that no feed of an old message is due again at once.
 */
export const shardTick = (handedOut: Date, now: Date): Date => {
  const latestMs = Math.min(handedOut.getTime(), now.getTime() + AHEAD_MS_MAX);
  const tick = Math.floor(Math.max(latestMs, now.getTime()) / COLLECT_TICK_MS);
  return new Date(tick * COLLECT_TICK_MS);
};

/**
 * What an invocation of its own does for a tick: poll some feeds, or judge the homes that are due. Never both. Or it compacts
 * the history of some devices, whenever that is.
 */
export type ShardWork = "poll" | "judge" | "history";

/** A message of a queue of shards: what is to be done, for which tick, and of history for which devices. */
export type ShardMessage = { tick: string; work: ShardWork; devices?: DeviceRange };

/** The devices with a number above `after`, up to `upTo`: what one invocation compacts beside others. */
export type DeviceRange = { after: number; upTo: number };

/** A clock's triggers run each tick once; who calls by hand wants it done now. */
export type Trigger = "clock" | "manual";

/** What a run has done, in numbers. */
export type Counts = Record<string, number>;

/**
 * The items in their order, so many together that their sizes come to `max` at most; a larger one is alone.
 */
export function filledPages<Item>(items: readonly Item[], max: number, sizeOf: (item: Item) => number) {
  const pages: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const page = pages.at(-1);
    if (page === undefined || size > left) {
      pages.push([item]);
      left = max - size;
    } else {
      page.push(item);
      left -= size;
    }
  }
  return pages;
}
