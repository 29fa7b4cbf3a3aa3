import type { DeviceType } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import { USUAL_INTERVAL_LIMITS } from "./defaults.ts";
import { expectedIntervalMs, type Heard, momentsHeard, postsOf, usualIntervalMs } from "./usual-interval.ts";

/**
 * How regularly a device has been heard: its interval, and of how many posts how many more were lost between
 * them.
 */
export type Rhythm = { intervalMs: number; posts: number; lost: number; until: Moment };

const RHYTHM_LIMITS = {
  /** Counted anew after so many posts: fewer writes than posts. */
  gapsMin: 10,
  /** What is older counts half. */
  postsMax: 2_000,
  /** A device whose interval has changed by so much begins anew. */
  changedTimes: 1.5,
  /** A longer silence than this many intervals was no run of lost posts. */
  lostInARowMax: 12,
} as const;

export type Regular = Heard & { type: DeviceType; rhythm?: Rhythm | null };

/** The rhythm with the posts that are new in it; null where too few are. */
export function learnRhythm(device: Regular): Rhythm | null {
  const moments = momentsHeard(device);
  const intervalMs = expectedIntervalMs(device.type, usualIntervalMs(moments));
  if (intervalMs === null || device.lastSeenAt === null) return null;
  const known = rhythmAt(device, intervalMs);
  const gaps = gapsBetween(postsOf(moments).filter((post) => known === null || post >= known.until));
  if (gaps.length < RHYTHM_LIMITS.gapsMin) return null;
  const share = known !== null && known.posts > RHYTHM_LIMITS.postsMax ? 0.5 : 1;
  return {
    intervalMs,
    posts: Math.round((known?.posts ?? 0) * share) + gaps.length,
    lost: Math.round((known?.lost ?? 0) * share) + lostAmong(gaps, intervalMs),
    until: device.lastSeenAt,
  };
}

/** What is known of a device at the interval that it has now. */
export function rhythmAt({ rhythm }: Pick<Regular, "rhythm">, intervalMs: number): Rhythm | null {
  if (rhythm === null || rhythm === undefined) return null;
  const times = Math.max(rhythm.intervalMs / intervalMs, intervalMs / rhythm.intervalMs);
  return times > RHYTHM_LIMITS.changedTimes ? null : rhythm;
}

/** Milliseconds between posts, oldest first. */
export const gapsBetween = (posts: readonly Moment[]): number[] =>
  posts.slice(1).map((moment, index) => moment - (posts[index] ?? moment));

/** How many posts were lost within the gaps. */
export const lostAmong = (gaps: readonly number[], intervalMs: number): number =>
  gaps.reduce((sum, gap) => {
    const lost = Math.round(gap / Math.max(intervalMs, USUAL_INTERVAL_LIMITS.burstMs)) - 1;
    return sum + Math.min(RHYTHM_LIMITS.lostInARowMax, Math.max(0, lost));
  }, 0);
