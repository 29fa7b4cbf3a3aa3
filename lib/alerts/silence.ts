import type { DeviceType } from "../../schema/vocabulary.ts";
import { offlineAfterMs } from "../devices/device-status.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../kernel/time.ts";
import { HABIT_MS, isHabit } from "./advance.ts";
import type { EpisodeState } from "./episode.ts";
import type { DeviceFacts, FailingFeed } from "./facts.ts";
import type { Quiet } from "./quiet/quiet.ts";
import { expectedIntervalMs, learnedIntervalMs } from "./rhythm.ts";
import { type OutageSettings, OWN_SILENCE_MS } from "./settings.ts";
import { graceMs } from "./verdict.ts";

const DEVICES_MIN = 2;
/** A post may come so much later than usual before it counts as missing. */
const LATE_INTERVALS = 1.5;
const LATE_MS_MIN = 600_000;
const USUAL_INTERVAL_MS = 900_000;

export type Span = { from: Moment; to: Moment };

/** What is known of a device's signs of life. */
export type Signs = {
  type: DeviceType;
  /** Any accepted post or poll, a heartbeat included; null for a device that was never heard. */
  lastSeenAt: Moment | null;
  usualIntervalMs: number | null;
  /** Seconds between its last posts, newest first. */
  gaps: readonly number[];
  /** When we were down ourselves: `tickGaps`. */
  ownGaps: readonly Span[];
  /** Set for a device that is polled. One whose feed has never worked is silent since the first failure. */
  failingFeed: FailingFeed | null;
};

export const signsOf = (device: DeviceFacts, ownGaps: readonly Span[]): Signs => ({
  type: device.type,
  lastSeenAt: device.lastSeenAt,
  usualIntervalMs: learnedIntervalMs(device),
  gaps: device.gaps,
  ownGaps,
  failingFeed: device.failingFeed ?? null,
});

/** When a device fell silent: it was last heard then, or its feed, which never worked, first failed. */
export const silentSince = ({ lastSeenAt, failingFeed }: Signs): Moment | null =>
  lastSeenAt ?? failingFeed?.since ?? null;

/**
 * When our own ticks were down, by the times they ran at (any order), up to now. While they were, a silent
 * device proves nothing, and one fault of ours would tell every household.
 */
export function tickGaps(ticks: readonly Moment[], now: Moment): Span[] {
  const sorted = [...ticks.filter((tick) => tick <= now), now].sort((a, b) => a - b);
  return sorted
    .slice(1)
    .map((to, index) => ({ from: sorted[index] ?? to, to }))
    .filter(({ from, to }) => to - from > OWN_SILENCE_MS);
}

/** For how long it has been silent while we were listening, in milliseconds; null if it was never heard. */
export function silenceMs(signs: Signs, now: Moment): number | null {
  const since = silentSince(signs);
  return since === null ? null : listenedMs(since, signs, now);
}

/** For how long its feed has failed while we were polling; null while it works, or of a device that posts. */
export function failingMs(signs: Signs, now: Moment): number | null {
  const { failingFeed } = signs;
  return failingFeed === null ? null : listenedMs(failingFeed.since, signs, now);
}

/** For how long we have been listening since then. */
export function listenedMs(since: Moment, { ownGaps }: Signs, now: Moment): number {
  const deaf = ownGaps.map(({ from, to }) => Math.max(0, Math.min(to, now) - Math.max(from, since)));
  return Math.max(0, now - since - deaf.reduce((sum, ms) => sum + ms, 0));
}

/** So much longer than the last one a silence is waited for that is a habit, but for no longer than a day. */
const HABIT = { times: 1.5, mostMs: DAY_MS } as const;
/** A router on a timer is switched off at the same time of day, give or take the change of the clocks. */
const SAME_TIME_MS = 1.5 * HOUR_MS;

/** How long the last silence was, where it is a habit, such as that of a device that sleeps in the cold of each night; else 0. */
const usualSilenceMs = (state: EpisodeState, now: Moment): number =>
  state.peak === null || state.closedAt === null || !isHabit([state], HABIT_MS.question, now)
    ? 0
    : state.closedAt - state.peak.evidence.at;

/** For how long a silence is waited for that is a habit; 0 for none. */
export const habitMs = (state: EpisodeState, now: Moment): number =>
  Math.min(HABIT.mostMs, HABIT.times * usualSilenceMs(state, now));

/**
 * The same of all that is heard of a home, by its incident: a habit is only what begins at the same time of day, since
 * power cuts come in series, too. Where a room may freeze it is waited for an hour longer than the last time.
 */
export function homeHabitMs(incident: EpisodeState, since: Moment, mayFreeze: boolean, now: Moment): number {
  const apart = Math.abs(since - (incident.peak?.evidence.at ?? since)) % DAY_MS;
  if (Math.min(apart, DAY_MS - apart) > SAME_TIME_MS) return 0;
  const usual = usualSilenceMs(incident, now);
  return mayFreeze && usual > 0 ? usual + HOUR_MS : habitMs(incident, now);
}

/** A device that may be silent with others. `isOutAlone`: it was known to be out before. */
export type Listened = Signs & { deviceId: string; settings: OutageSettings; isOutAlone: boolean };

export type Silence = { since: Moment; devices: string[] };

/**
 * Devices that fell silent together: at least two have missed three posts, and none has been heard since the
 * first of them missed its post. Null where any speaks, or where it may be chance.
 */
export function silentTogether(all: readonly Listened[], quiet: Quiet, now: Moment): Silence | null {
  const heard = all.flatMap((device) => {
    const { lastSeenAt, isOutAlone } = device;
    if (lastSeenAt === null || isOutAlone) return [];
    return [{ device, lastSeenAt, silence: listenedMs(lastSeenAt, device, now) }];
  });
  const late = heard.filter(({ device, silence }) => silence >= lateAfterMs(device));
  const out = late.filter(({ device, silence }) => silence >= togetherMs(device, quiet, now));
  if (out.length < DEVICES_MIN) return null;
  const missedAt = Math.min(...late.map(({ device, lastSeenAt }) => lastSeenAt + lateAfterMs(device)));
  const last = Math.max(...heard.map(({ lastSeenAt }) => lastSeenAt));
  return last > missedAt ? null : { since: last, devices: heard.map(({ device }) => device.deviceId) };
}

/**
 * Two devices that are offline at once aren't a coincidence, and they are notified before the first would be an
 * outage alone.
 */
export function togetherMs(
  device: Pick<Listened, "type" | "usualIntervalMs" | "settings" | "lastSeenAt" | "gaps">,
  quiet: Quiet,
  now: Moment,
): number {
  const grace = graceMs(device, device.settings, quiet, now);
  const interval = expectedIntervalMs(device.type, device.usualIntervalMs);
  return interval === null ? grace : Math.min(grace, offlineAfterMs(interval));
}

const lateAfterMs = ({ type, usualIntervalMs }: Listened): number =>
  Math.max(LATE_MS_MIN, LATE_INTERVALS * (expectedIntervalMs(type, usualIntervalMs) ?? USUAL_INTERVAL_MS));
