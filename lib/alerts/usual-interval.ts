import type { DeviceType } from "../../schema/vocabulary.ts";
import { median } from "../kernel/median.ts";
import type { Moment } from "../kernel/time.ts";
import { USUAL_INTERVAL_LIMITS } from "./defaults.ts";

/**
 * How far apart a device's posts usually are, in milliseconds: the median of its last gaps, which a few hours
 * of silence do not move. Null while there are too few. `moments`: when it was heard, in any order.
 */
export function usualIntervalMs(moments: readonly Moment[]): number | null {
  const kept = postsOf(moments).slice(-(USUAL_INTERVAL_LIMITS.gapsMax + 1));
  const gaps = kept.slice(1).map((moment, index) => moment - (kept[index] ?? moment));
  if (gaps.length < USUAL_INTERVAL_LIMITS.gapsMin) return null;
  return Math.min(median(gaps), USUAL_INTERVAL_LIMITS.maxMs);
}

/** The moments in their order, without those that are parts of the post before. */
export function postsOf(moments: readonly Moment[]): Moment[] {
  const posts: Moment[] = [];
  for (const moment of moments.toSorted((a, b) => a - b)) {
    const last = posts.at(-1);
    if (last === undefined || moment - last >= USUAL_INTERVAL_LIMITS.burstMs) posts.push(moment);
  }
  return posts;
}

/** What is expected of a device: a feed is polled by us, a device is learned. */
export const expectedIntervalMs = (type: DeviceType, learnedMs: number | null): number | null =>
  type === "pull" ? USUAL_INTERVAL_LIMITS.pullMs : learnedMs;

/** When a device was last heard, and the seconds between its posts before, newest first. */
export type Heard = { lastSeenAt: Moment | null; gaps: readonly number[] };

/** The times of its last posts, from the gaps between them. */
export function momentsHeard({ lastSeenAt, gaps }: Heard): Moment[] {
  if (lastSeenAt === null) return [];
  const moments = [lastSeenAt];
  for (const seconds of gaps) moments.push((moments.at(-1) ?? lastSeenAt) - seconds * 1_000);
  return moments;
}

/** Its usual interval by what is stored of it. */
export const learnedIntervalMs = (heard: Heard): number | null => usualIntervalMs(momentsHeard(heard));
