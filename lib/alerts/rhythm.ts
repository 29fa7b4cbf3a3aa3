import type { DeviceType } from "../../schema/vocabulary.ts";
import { median } from "../kernel/median.ts";
import { rememberedOf } from "../kernel/remembered.ts";
import { HOUR_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";

export const USUAL_INTERVAL_LIMITS = {
  gapsMax: 20,
  gapsMin: 3,
  /** Posts closer than this are parts of one. */
  burstMs: 30_000,
  maxMs: 24 * HOUR_MS,
  pullMs: 15 * MINUTE_MS,
} as const;

/** A longer silence than this many intervals was no run of lost posts. */
const LOST_IN_A_ROW_MAX = 12;

/**
 * The usual time between a device's posts, in milliseconds: the median of its last gaps, which a few hours of
 * silence don't move. Null while there are too few. `moments`: when posts arrived, in any order.
 */
export function usualIntervalMs(moments: readonly Moment[]): number | null {
  const kept = postsOf(moments).slice(-(USUAL_INTERVAL_LIMITS.gapsMax + 1));
  const gaps = gapsBetween(kept);
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
export const learnedIntervalMs = ({ lastSeenAt, gaps }: Heard): number | null =>
  lastSeenAt === null ? null : intervalBetween(gaps);

/** Each of a device's sensors asks for it several times. */
const intervalBetween = rememberedOf((gaps: readonly number[]) =>
  usualIntervalMs(momentsHeard({ lastSeenAt: 0, gaps })),
);

/** Milliseconds between posts, oldest first. */
export const gapsBetween = (posts: readonly Moment[]): number[] =>
  posts.slice(1).map((moment, index) => moment - (posts[index] ?? moment));

/** How many posts were lost within the gaps. */
export const lostAmong = (gaps: readonly number[], intervalMs: number): number =>
  gaps.reduce((sum, gap) => {
    const lost = Math.round(gap / Math.max(intervalMs, USUAL_INTERVAL_LIMITS.burstMs)) - 1;
    return sum + Math.min(LOST_IN_A_ROW_MAX, Math.max(0, lost));
  }, 0);
