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

/** When a device was last heard, and the seconds between its posts before, newest first. */
export type Heard = { lastSeenAt: Moment | null; gaps: readonly number[] };

/** Milliseconds between posts, oldest first as they are given; what comes in parts is one post. */
function betweenPosts(gaps: readonly number[]): number[] {
  const between: number[] = [];
  let since = 0;
  for (const gap of gaps) {
    since += gap;
    if (since < USUAL_INTERVAL_LIMITS.burstMs) continue;
    between.push(since);
    since = 0;
  }
  return between;
}

/** The same of what is stored of a device. */
export const postGapsMs = ({ lastSeenAt, gaps }: Heard): number[] =>
  lastSeenAt === null ? [] : betweenPosts(gaps.toReversed().map((seconds) => seconds * 1_000));

/**
 * The usual time between posts, in milliseconds: the median of the last gaps, which a few hours of silence don't move.
 * Null while there are too few.
 */
function usualOf(gapsMs: readonly number[]): number | null {
  const kept = gapsMs.slice(-USUAL_INTERVAL_LIMITS.gapsMax);
  if (kept.length < USUAL_INTERVAL_LIMITS.gapsMin) return null;
  return Math.min(median(kept), USUAL_INTERVAL_LIMITS.maxMs);
}

/** `moments`: when posts arrived, in any order. */
export function usualIntervalMs(moments: readonly Moment[]): number | null {
  const sorted = moments.toSorted((a, b) => a - b);
  return usualOf(betweenPosts(sorted.slice(1).map((at, index) => at - (sorted[index] ?? at))));
}

/** Each of a device's sensors asks for it several times. */
const intervalBetween = rememberedOf((gaps: readonly number[]) =>
  usualOf(postGapsMs({ lastSeenAt: 0, gaps })),
);

/** A device's usual interval by what is stored of it. */
export const learnedIntervalMs = ({ lastSeenAt, gaps }: Heard): number | null =>
  lastSeenAt === null ? null : intervalBetween(gaps);

/** What is expected of a device: a feed is polled by us, a device is learned. */
export const expectedIntervalMs = (type: DeviceType, learnedMs: number | null): number | null =>
  type === "pull" ? USUAL_INTERVAL_LIMITS.pullMs : learnedMs;
