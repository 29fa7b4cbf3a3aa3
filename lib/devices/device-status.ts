import { LIMITS } from "../../schema/limits.ts";
import type { DeviceStatus, DeviceType } from "../../schema/vocabulary.ts";
import { rememberedOf } from "../kernel/text.ts";
import { HOUR_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";
import type { OutageSettings } from "./alert-settings.ts";

/** The median of at least one number. A typed array is sorted without a comparison: some callers have thousands. */
export function median(numbers: readonly number[]): number {
  const sorted = new Float64Array(numbers).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

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

export type Seen = {
  enabled: boolean;
  /** Null where it never spoke. */
  lastSeenAt: Date | null;
  /** How often it usually speaks; null where that is not known. */
  usualIntervalMs?: number | null;
};

type Silence = Pick<OutageSettings, "intervals" | "graceMinMs">;

const OFFLINE: Silence = {
  intervals: LIMITS.offlineIntervals,
  graceMinMs: LIMITS.offlineMinutesMin * MINUTE_MS,
};

/**
 * The silence, in milliseconds, after which a device is offline: this many of its intervals, at least 45 minutes.
 * `offline` describes the device and follows only from its interval. An outage is what people are notified of:
 * `graceMs` of lib/alerts/kinds/outage.ts begins here and waits longer, as long as the posts that the device usually
 * loses explain, or until enough is known of it.
 */
export const offlineAfterMs = (intervalMs: number | null, { intervals, graceMinMs }: Silence = OFFLINE) =>
  Math.max(intervals * (intervalMs ?? UNKNOWN_INTERVAL_MS), graceMinMs);

/** The interval that is expected until a device's own is known. */
export const USUAL_INTERVAL_MINUTES = 15;
const UNKNOWN_INTERVAL_MS = USUAL_INTERVAL_MINUTES * MINUTE_MS;

/** The one rule for what a device's silence means. */
export function deviceStatus({ enabled, lastSeenAt, usualIntervalMs = null }: Seen, now: Date): DeviceStatus {
  if (!enabled) return "disabled";
  if (lastSeenAt === null) return "new";
  const silentMs = now.getTime() - lastSeenAt.getTime();
  if (silentMs > offlineAfterMs(usualIntervalMs)) return "offline";
  const lateMs = LIMITS.lateIntervals * (usualIntervalMs ?? UNKNOWN_INTERVAL_MS);
  return silentMs > Math.max(lateMs, LIMITS.lateMinutesMin * MINUTE_MS) ? "late" : "ok";
}

/** What is stored about the times of a device's posts; `gaps` are seconds between its last posts, newest first. */
export type HeardJson = { type: DeviceType; lastSeenAt: string | null; gaps: number[] };

/** When a device was last heard, and how long it usually takes between two posts. */
export function heardTimes({ type, lastSeenAt: text, gaps }: HeardJson) {
  const lastSeenAt = text === null ? null : new Date(text);
  const learnedMs = learnedIntervalMs({ lastSeenAt: lastSeenAt?.getTime() ?? null, gaps });
  const usualIntervalMs = expectedIntervalMs(type, learnedMs);
  return { lastSeenAt, usualIntervalMs };
}
