import type { DeviceType } from "../../../schema/vocabulary.ts";
import { type OutageSettings, settingsFor } from "../../devices/alert-settings.ts";
import {
  expectedIntervalMs,
  type Heard,
  lateAfterMs,
  learnedIntervalMs,
  offlineAfterMs,
  postGapsMs,
  USUAL_INTERVAL_LIMITS,
} from "../../devices/device-status.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { type Evidence, plain } from "../../language/reason.ts";
import { type Assessment, assess } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { type DeviceFacts, type Span, stateIndex, type TickFacts } from "../facts.ts";
import { HABIT_MS, habitualMs, longerMs, withHabit } from "../habit.ts";
import { isOnVacation, type Quiet } from "../quiet/quiet.ts";
import { OWN_SILENCE_MS } from "../settings.ts";
import { measured, nextReminder, type Ruled } from "../verdict.ts";

/** A device that has been silent for too long. Subject: the device. */
export function judgeOutage(
  facts: Pick<TickFacts, "household" | "states">,
  device: DeviceFacts,
  ownGaps: readonly Span[],
  now: Moment,
): Assessment[] {
  const { quiet, settings: ofHome } = facts.household;
  const settings = settingsFor("outage", ofHome);
  if (!device.enabled || !settings.enabled) return [];
  const signs = { ...device, ownGaps };
  const about = { title: device.name, deviceId: device.id, sensorId: null };
  const asked = { kind: "outage", subject: device.id, about, settings } as const;
  const { state: incident } = stateIndex(facts.states)("incident", facts.household.id);
  const rule = (state: EpisodeState): Ruled => ({
    ...ruledBy([state, incident], signs, settings, quiet, now),
    course: { remind: nextReminder(state, settings.secondNoticeMs, "once"), habitMs: HABIT_MS.question },
  });
  return [assess(facts, asked, rule, now)];
}

function ruledBy(
  [state, incident]: readonly [EpisodeState, EpisodeState],
  signs: DeviceFacts & Signs,
  settings: OutageSettings,
  quiet: Quiet,
  now: Moment,
): Pick<Ruled, "verdict" | "state"> {
  const since = silentSince(signs);
  if (since === null) return { verdict: { is: "unknown", why: plain("never_reported") } };
  const silence = listenedMs(since, signs, now);
  const failing = failingMs(signs, now) ?? 0;
  const isFailing = failing >= FEED_FAILING_MS;
  // A habit may explain why a device is silent, but not why a feed fails: then we know that it is offline.
  const usualMs =
    settings.graceMs === null ? Math.max(habitMs(state, now), homeHabitMs(incident, since, false, now)) : 0;
  const ownMs = graceMs(signs, settings, quiet, now);
  const grace = isFailing ? FEED_FAILING_MS : Math.max(usualMs, ownMs);
  const isSilent = isFailing || silence >= grace;
  const verdict = measured(
    {
      severity: isSilent ? "warning" : null,
      holds: isStillSilent(state, since) ? "warning" : null,
      evidence: evidenceOf(signs, since, now),
      limit: { name: "silence", is: "at_or_above", value: grace / MINUTE_MS, unit: "min", forMs: 0 },
      why: { code: "silent", values: { minutes: minutes(silence), allowed: minutes(grace) } },
    },
    now,
  );
  return { verdict, state: !isSilent && silence >= ownMs ? withHabit(state, now) : state };
}

/** True until the device gives a sign of life: a longer grace or a gap in our own ticks ends no outage. */
const isStillSilent = ({ peak }: EpisodeState, since: Moment): boolean =>
  peak !== null && since <= peak.evidence.at;

const minutes = (ms: number): number => Math.floor(ms / MINUTE_MS);

const evidenceOf = (device: DeviceFacts, since: Moment, now: Moment): Evidence => ({
  sensorId: null,
  deviceId: device.id,
  value: minutes(now - since),
  unit: "min",
  at: since,
  more: {
    battery_pct: device.batteryPct ?? null,
    rssi: device.rssi ?? null,
    ...(device.lastSeenAt === null ? { never_heard: 1 } : {}),
    ...(device.failingFeed ? { feed_failure: device.failingFeed.failure } : {}),
  },
});

const DEVICES_MIN = 2;
const YEAR_MS = 365 * 24 * HOUR_MS;

const GRACE_LIMITS = {
  /** Nothing is notified about a device before it has sent this many posts … */
  intervalsMin: 12,
  /** … unless it has been silent for this long, and for so many times the longest silence known. */
  unknownMs: 6 * HOUR_MS,
  unknownTimes: 3,
  /** A device with a single post may be one that posts once a day. */
  heardOnceMs: 25 * HOUR_MS,
  /** In this many years, expect at most one run of lost posts that is long enough for a message. */
  yearsPerFalseOutage: 12,
  /** The longest grace, except for a device that posts as rarely as that. */
  maxMs: 24 * HOUR_MS,
  /** The most posts that one silence counts as lost: a longer one had another cause. */
  lostInARowMax: 12,
} as const;

/** A device's signs of life: any accepted post or poll, even a heartbeat. `ownGaps`: when we were down ourselves. */
type Signs = Pick<DeviceFacts, "type" | "lastSeenAt" | "gaps" | "failingFeed"> & { ownGaps: readonly Span[] };

/** When a device went silent: at its last sign of life or, if its feed never worked, at the first failure. */
const silentSince = ({ lastSeenAt, failingFeed }: Signs): Moment | null =>
  lastSeenAt ?? failingFeed?.since ?? null;

/**
 * When our own ticks were down, given the times at which they ran (in any order), up to now. A device that was silent
 * meanwhile proves nothing: otherwise one fault of ours would alert every household.
 */
export function tickGaps(ticks: readonly Moment[], now: Moment): Span[] {
  const sorted = [...ticks.filter((tick) => tick <= now), now].sort((a, b) => a - b);
  return sorted
    .slice(1)
    .map((to, index) => ({ from: sorted[index] ?? to, to }))
    .filter(({ from, to }) => to - from > OWN_SILENCE_MS);
}

/** How long a device has been silent while we were listening, in milliseconds; null if it never sent anything. */
export function silenceMs(signs: Signs, now: Moment): number | null {
  const since = silentSince(signs);
  return since === null ? null : listenedMs(since, signs, now);
}

/** A feed that has failed for this long is offline, whatever its habits. */
export const FEED_FAILING_MS = 3_600_000;

/** How long a feed has failed while we were polling, in milliseconds; null if it works, or if the device posts. */
export const failingMs = (signs: Signs, now: Moment): number | null =>
  signs.failingFeed ? listenedMs(signs.failingFeed.since, signs, now) : null;

/** How long we have been listening since a moment, in milliseconds. */
function listenedMs(since: Moment, { ownGaps }: Pick<Signs, "ownGaps">, now: Moment): number {
  const deaf = ownGaps.map(({ from, to }) => Math.max(0, Math.min(to, now) - Math.max(from, since)));
  return Math.max(0, now - since - deaf.reduce((sum, ms) => sum + ms, 0));
}

/** A habitual silence is notified after `mostMs` at the latest. One that came `oftenTimes` is a habit at any hour. */
const HABIT = { mostMs: DAY_MS, oftenTimes: 4 } as const;
/** A router on a timer turns off at the same time of day; this covers the change to and from daylight saving time. */
const SAME_TIME_MS = 1.5 * HOUR_MS;

/** How long a habitual silence is tolerated, in milliseconds; 0 if there is no habit. */
export const habitMs = (state: EpisodeState, now: Moment, times?: number): number =>
  Math.min(HABIT.mostMs, longerMs(state, HABIT_MS.question, now, times));

/**
 * Like `habitMs` for a whole home, by its incident. Power cuts come in series, too, so a habit is only what came often,
 * or begins at the same time of day; in the next night one silence before is enough. If a room may freeze, the limit is
 * an hour more than the longest silence.
 */
export function homeHabitMs(incident: EpisodeState, since: Moment, mayFreeze: boolean, now: Moment): number {
  const apart = Math.abs(since - (incident.peak?.evidence.at ?? since));
  const isOften = (incident.returned?.times ?? 0) >= HABIT.oftenTimes;
  if (!isOften && Math.min(apart % DAY_MS, DAY_MS - (apart % DAY_MS)) > SAME_TIME_MS) return 0;
  const isNextNight = Math.abs(apart - DAY_MS) <= SAME_TIME_MS;
  const times = isNextNight ? 1 : undefined;
  const usual = habitualMs(incident, HABIT_MS.question, now, times);
  return mayFreeze && usual > 0 ? usual + HOUR_MS : habitMs(incident, now, times);
}

type Habits = Heard & { type: DeviceType };

const intervalOf = (habits: Habits): number | null =>
  expectedIntervalMs(habits.type, learnedIntervalMs(habits));

/**
 * The silence that counts as an outage, in milliseconds: the grace that somebody set, or else as many intervals as lost
 * posts are likely to span by chance. Without a set grace it is never shorter than the time until the device shows as
 * offline, except on vacation, which halves it.
 */
export function graceMs(habits: Habits, settings: OutageSettings, quiet: Quiet, now: Moment): number {
  const factor = vacationFactor(settings, quiet, now);
  if (settings.graceMs !== null) return settings.graceMs * factor;
  const gaps = postGapsMs(habits);
  const interval = intervalOf(habits);
  const least = offlineAfterMs(interval, settings) * factor;
  if (gaps.length < GRACE_LIMITS.intervalsMin) return Math.max(least, untilKnown(gaps));
  const longest = Math.max(GRACE_LIMITS.maxMs, least);
  return Math.min(longest, Math.max(least, interval === null ? 0 : lossGraceMs(gaps, interval)));
}

/** The shortest grace that any device can have, in milliseconds. */
export const shortestGraceMs = (settings: OutageSettings, quiet: Quiet, now: Moment): number =>
  (settings.graceMs ?? settings.graceMinMs) * vacationFactor(settings, quiet, now);

const vacationFactor = ({ vacationGraceFactor }: OutageSettings, quiet: Quiet, now: Moment): number =>
  isOnVacation(quiet, now) ? vacationGraceFactor : 1;

function untilKnown(gaps: readonly number[]): number {
  const { unknownMs, unknownTimes, heardOnceMs } = GRACE_LIMITS;
  return gaps.length === 0 ? heardOnceMs : Math.max(unknownMs, unknownTimes * Math.max(...gaps));
}

/**
 * The longest run of randomly lost posts to expect, in milliseconds: at most one in `yearsPerFalseOutage` is longer.
 * Few posts are known, so the share of lost ones is estimated high.
 */
function lossGraceMs(gaps: readonly number[], interval: number): number {
  const posts = gaps.map((gap) => Math.round(gap / Math.max(interval, USUAL_INTERVAL_LIMITS.burstMs)) - 1);
  const lost = posts.reduce((sum, n) => sum + Math.min(GRACE_LIMITS.lostInARowMax, Math.max(0, n)), 0);
  const loss = (lost + 1) / (gaps.length + lost + 2);
  const inYears = (GRACE_LIMITS.yearsPerFalseOutage * YEAR_MS) / interval;
  const inARow = Math.ceil(Math.log(inYears) / -Math.log(loss));
  return (inARow + 0.5) * interval;
}

/** A device that may be silent with others. `outSince`: since when it has been reported as offline; null where it isn't. */
export type Listened = Signs & { settings: OutageSettings; outSince: Moment | null };

export type Silence = { since: Moment; devices: number };

/**
 * The devices that went silent together: at least two have missed three posts, and none has sent anything since the
 * first of them missed its post. Null if any still sends, or if it may be chance.
 */
export function silentTogether(all: readonly Listened[], quiet: Quiet, now: Moment): Silence | null {
  const lastWord = Math.max(...all.map(({ lastSeenAt }) => lastSeenAt ?? 0));
  const heard = all.flatMap((device) => {
    const { lastSeenAt, outSince } = device;
    // Skip a device reported offline while another still sent. If two go silent together, one may be reported first.
    if (lastSeenAt === null || (outSince !== null && lastWord > outSince)) return [];
    return [{ device, lastSeenAt, silence: listenedMs(lastSeenAt, device, now) }];
  });
  const late = heard.filter(({ device, silence }) => silence >= lateAfterMs(intervalOf(device)));
  const out = late.filter(({ device, silence }) => silence >= togetherMs(device, quiet, now));
  if (out.length < DEVICES_MIN) return null;
  const missedAt = Math.min(
    ...late.map(({ device, lastSeenAt }) => lastSeenAt + lateAfterMs(intervalOf(device))),
  );
  const last = Math.max(...heard.map(({ lastSeenAt }) => lastSeenAt));
  return last > missedAt ? null : { since: last, devices: heard.length };
}

/**
 * The silence that counts as silent together, in milliseconds. Two devices offline at once are no coincidence, so they
 * are notified before either would be an outage alone.
 */
export function togetherMs(device: Habits & { settings: OutageSettings }, quiet: Quiet, now: Moment): number {
  const grace = graceMs(device, device.settings, quiet, now);
  const interval = intervalOf(device);
  return interval === null ? grace : Math.min(grace, offlineAfterMs(interval));
}
