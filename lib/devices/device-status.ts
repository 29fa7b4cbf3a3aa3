import { LIMITS } from "../../schema/limits.ts";
import type { DeviceStatus, DeviceType } from "../../schema/vocabulary.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import type { OutageSettings } from "./alert-settings.ts";
import { expectedIntervalMs, learnedIntervalMs } from "./rhythm.ts";

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
 * `graceMs` of lib/alerts/silence.ts begins here and waits longer, as long as the posts that the device usually
 * loses explain, or until enough is known of it.
 */
export const offlineAfterMs = (
  intervalMs: number | null,
  { intervals, graceMinMs }: Silence = OFFLINE,
): number => Math.max(intervals * (intervalMs ?? UNKNOWN_INTERVAL_MS), graceMinMs);

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
  return silentMs > lateMs ? "late" : "ok";
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
