import { DAY_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { type Assessed, advance, HABIT_MS, isHabit, withReturn } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { type Evidence, type Limit, plain } from "../reason.ts";
import type { Circumstances } from "../sensor-input.ts";
import { FEED_FAILING_MS, type OutageSettings } from "../settings.ts";
import { failingMs, listenedMs, type Signs, silenceMs, silentSince } from "../silence.ts";
import { type Course, graceMs, type Reminder, type Verdict } from "../verdict.ts";

export type OutageInput = Circumstances &
  Signs & {
    deviceId: string;
    /** The value that it was last heard with; null where it does not say. */
    batteryPct: number | null;
    rssi: number | null;
  };

/** A device that has not been heard for too long. Subject: the device. */
export function judgeOutage(
  state: EpisodeState,
  input: OutageInput,
  settings: OutageSettings,
  now: Moment,
): Assessed {
  const course: Partial<Course> = {
    remind: secondNotice(state, input, settings, now),
  };
  const assessed = advance(
    state,
    verdictOn(state, input, settings, now),
    course,
    { kind: "outage", ...input, settings },
    now,
  );
  return { ...assessed, state: withReturn(state, assessed.state, HABIT_MS.question, now) };
}

/** So much longer than its last silence a device that often comes back by itself is waited for, but for no longer than a day. */
const HABIT = { times: 1.5, mostMs: DAY_MS } as const;

/** For how long a silence is a habit of the device, such as that of one that sleeps in the cold of each night. */
function habitMs(state: EpisodeState, now: Moment): number {
  const { peak, closedAt } = state;
  if (peak === null || closedAt === null || !isHabit([state], HABIT_MS.question, now)) return 0;
  return Math.min(HABIT.mostMs, HABIT.times * (closedAt - peak.evidence.at));
}

/** Once, a day after it was last heard; while we were down ourselves, no time has passed. */
function secondNotice(
  { notified }: EpisodeState,
  input: OutageInput,
  { secondNoticeMs }: OutageSettings,
  now: Moment,
): Reminder | null {
  const silence = silenceMs(input, now);
  const isDue = notified?.count === 1 && silence !== null;
  return isDue ? { at: now - silence + secondNoticeMs, quietMs: 0, cadence: "digest" } : null;
}

function verdictOn(state: EpisodeState, input: OutageInput, settings: OutageSettings, now: Moment): Verdict {
  if (!input.enabled || !settings.enabled) return { is: "over", reason: "disabled" };
  const since = silentSince(input);
  if (since === null) return { is: "unknown", why: plain("never_reported") };
  const silence = listenedMs(since, input, now);
  const failing = failingMs(input, now) ?? 0;
  const isFailing = failing >= FEED_FAILING_MS;
  // A feed that fails is no device that loses posts: we know that it is out.
  const usualMs = settings.graceMs === null ? habitMs(state, now) : 0;
  const grace = isFailing ? FEED_FAILING_MS : Math.max(usualMs, graceMs(input, settings, input.quiet, now));
  const isSilent = isFailing || silence >= grace;
  return {
    is: "measured",
    severity: isSilent ? "warning" : null,
    holds: isStillSilent(state, since) ? "warning" : null,
    badness: 0,
    rung: 0,
    evidence: evidenceOf(input, since, now),
    limit: limitOf(grace),
    why: { code: "silent", values: { minutes: minutes(silence), allowed: minutes(grace) } },
    provenUntil: now,
  };
}

/** Only a sign of life ends an outage: not a longer grace, not a gap of ours. */
const isStillSilent = ({ peak }: EpisodeState, since: Moment): boolean =>
  peak !== null && since <= peak.evidence.at;

const minutes = (ms: number): number => Math.floor(ms / MINUTE_MS);

const evidenceOf = (input: OutageInput, since: Moment, now: Moment): Evidence => ({
  sensorId: null,
  deviceId: input.deviceId,
  value: minutes(now - since),
  unit: "min",
  at: since,
  more: {
    usual_interval_ms: input.usualIntervalMs,
    battery_pct: input.batteryPct,
    rssi: input.rssi,
    ...(input.lastSeenAt === null ? { never_heard: 1 } : {}),
    ...(input.failingFeed === null ? {} : { feed_failure: input.failingFeed.failure }),
  },
});

const limitOf = (grace: number): Limit => ({
  name: "silence",
  is: "at_or_above",
  value: grace / MINUTE_MS,
  unit: "min",
  forMs: 0,
});
