import { LIMITS } from "../../schema/limits.ts";
import type { DeviceStatus, DeviceType } from "../../schema/vocabulary.ts";
import { rememberedOf } from "../kernel/text.ts";
import { HOUR_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";
import type { OutageSettings } from "./alert-settings.ts";

/** Returns the median of at least one number. Uses a typed array, which sorts faster: some callers have thousands. */
export function median(numbers: readonly number[]): number {
  const sorted = new Float64Array(numbers).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

export const USUAL_INTERVAL_LIMITS = {
  gapsMax: 20,
  gapsMin: 3,
  /** Posts closer together than this count as one post. */
  burstMs: 30_000,
  maxMs: 24 * HOUR_MS,
  pullMs: 15 * MINUTE_MS,
} as const;

/** A device's last post, and the seconds between its earlier posts, newest first. */
export type Heard = { lastSeenAt: Moment | null; gaps: readonly number[] };

/** Returns the times between posts in the given order and unit (ms). Merges posts that arrived in parts. */
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

/** Returns the milliseconds between a device's stored posts, oldest first. Merges posts that arrived in parts. */
export const postGapsMs = ({ lastSeenAt, gaps }: Heard): number[] =>
  lastSeenAt === null ? [] : betweenPosts(gaps.toReversed().map((seconds) => seconds * 1_000));

/**
 * Returns the usual time between posts, in milliseconds; null while there are too few gaps. It is the median, which a
 * few hours of silence don't change.
 */
function usualOf(gapsMs: readonly number[]): number | null {
  const kept = gapsMs.slice(-USUAL_INTERVAL_LIMITS.gapsMax);
  if (kept.length < USUAL_INTERVAL_LIMITS.gapsMin) return null;
  return Math.min(median(kept), USUAL_INTERVAL_LIMITS.maxMs);
}

/** Returns the usual time between posts, in milliseconds. `moments`: the arrivals of posts, in any order. */
export function usualIntervalMs(moments: readonly Moment[]): number | null {
  const sorted = moments.toSorted((a, b) => a - b);
  return usualOf(betweenPosts(sorted.slice(1).map((at, index) => at - (sorted[index] ?? at))));
}

/** Cached: every sensor of a device asks for it several times. */
const intervalBetween = rememberedOf((gaps: readonly number[]) =>
  usualOf(postGapsMs({ lastSeenAt: 0, gaps })),
);

/** Returns a device's usual interval, in milliseconds, from its stored posts. */
export const learnedIntervalMs = ({ lastSeenAt, gaps }: Heard): number | null =>
  lastSeenAt === null ? null : intervalBetween(gaps);

/** Returns the expected interval, in milliseconds: our own polling interval for feeds, else the learned one. */
export const expectedIntervalMs = (type: DeviceType, learnedMs: number | null): number | null =>
  type === "pull" ? USUAL_INTERVAL_LIMITS.pullMs : learnedMs;

export type Seen = {
  enabled: boolean;
  /** Null before the first post. */
  lastSeenAt: Date | null;
  /** The usual time between posts; null if unknown. */
  usualIntervalMs?: number | null;
};

type Silence = Pick<OutageSettings, "intervals" | "graceMinMs">;

const OFFLINE: Silence = {
  intervals: LIMITS.offlineIntervals,
  graceMinMs: LIMITS.offlineMinutesMin * MINUTE_MS,
};

/**
 * Returns the silence, in milliseconds, after which a device is offline: a number of its intervals, at least 45
 * minutes. This status depends only on the interval. People are notified of an outage later: `graceMs` of
 * lib/alerts/kinds/outage.ts adds time for posts that the device usually loses, and for devices that we hardly know.
 */
export const offlineAfterMs = (intervalMs: number | null, { intervals, graceMinMs }: Silence = OFFLINE) =>
  Math.max(intervals * (intervalMs ?? UNKNOWN_INTERVAL_MS), graceMinMs);

/** Returns the silence, in milliseconds, after which a post counts as missing. */
export const lateAfterMs = (intervalMs: number | null) =>
  Math.max(LIMITS.lateIntervals * (intervalMs ?? UNKNOWN_INTERVAL_MS), LIMITS.lateMinutesMin * MINUTE_MS);

/** The assumed interval until a device's own is known. */
export const USUAL_INTERVAL_MINUTES = 15;
const UNKNOWN_INTERVAL_MS = USUAL_INTERVAL_MINUTES * MINUTE_MS;

/** Returns a device's status. No other code decides if a device is late or offline. */
export function deviceStatus({ enabled, lastSeenAt, usualIntervalMs = null }: Seen, now: Date): DeviceStatus {
  if (!enabled) return "disabled";
  if (lastSeenAt === null) return "new";
  const silentMs = now.getTime() - lastSeenAt.getTime();
  if (silentMs > offlineAfterMs(usualIntervalMs)) return "offline";
  return silentMs > lateAfterMs(usualIntervalMs) ? "late" : "ok";
}

/** The stored times of a device's posts. `gaps`: the seconds between its last posts, newest first. */
export type HeardJson = { type: DeviceType; lastSeenAt: string | null; gaps: number[] };

/** Returns the time of a device's last post, and its usual interval. */
export function heardTimes({ type, lastSeenAt: text, gaps }: HeardJson) {
  const lastSeenAt = text === null ? null : new Date(text);
  const learnedMs = learnedIntervalMs({ lastSeenAt: lastSeenAt?.getTime() ?? null, gaps });
  const usualIntervalMs = expectedIntervalMs(type, learnedMs);
  return { lastSeenAt, usualIntervalMs };
}
