import { MINUTE_MS } from "./time.ts";

/** The time between two ticks, at which feeds are polled and homes evaluated. */
export const COLLECT_TICK_MS = 15 * MINUTE_MS;

/** The tolerated clock skew between dispatcher and poller. */
const AHEAD_MS_MAX = MINUTE_MS;

/**
 * Returns the tick that a shard belongs to: the tick of its dispatch or, once that is over, the current tick. Otherwise
 * the feeds of a late message would be due again at once.
 */
export const shardTick = (handedOut: Date, now: Date): Date => {
  const latestMs = Math.min(handedOut.getTime(), now.getTime() + AHEAD_MS_MAX);
  const tick = Math.floor(Math.max(latestMs, now.getTime()) / COLLECT_TICK_MS);
  return new Date(tick * COLLECT_TICK_MS);
};

/**
 * The work of one invocation: poll some of a tick's feeds, or evaluate the homes that are due at a tick, or compact
 * the history of some devices, which belongs to no tick. An invocation has only one kind of work.
 */
export type ShardWork = "poll" | "judge" | "history";

/** A message in the queue of shards. Only `history` has `devices`. */
export type ShardMessage = { tick: string; work: ShardWork; devices?: DeviceRange };

/** The devices with numbers above `after`, up to and including `upTo`: the share of one invocation. */
export type DeviceRange = { after: number; upTo: number };

/** `clock`: a trigger of the platform, which runs each tick once. `manual`: a call by hand, which does the work now. */
export type Trigger = "clock" | "manual";

/** Named numbers of what a run did, for the log and the answer. */
export type Counts = Record<string, number>;

/**
 * Splits items into pages, in order, whose sizes add up to `max` at most. An item larger than `max` gets its own page.
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
