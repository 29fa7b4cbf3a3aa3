import { type OutageSettings, settingsFor } from "../../devices/alert-settings.ts";
import { learnedIntervalMs } from "../../devices/device-status.ts";
import { MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { type Evidence, type Limit, plain } from "../../language/reason.ts";
import { HABIT_MS, withHabit } from "../advance.ts";
import { type Assessment, assess, stateIndex } from "../assessment.ts";
import type { EpisodeState } from "../episode.ts";
import type { DeviceFacts, Span, TickFacts } from "../facts.ts";
import type { Quiet } from "../quiet/quiet.ts";
import { nextReminder } from "../reminders.ts";
import {
  FEED_FAILING_MS,
  failingMs,
  graceMs,
  habitMs,
  homeHabitMs,
  listenedMs,
  type Signs,
  silentSince,
} from "../silence.ts";
import { measured, type Ruled } from "../verdict.ts";

/** A device that has not been heard for too long. Subject: the device. */
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
  // A feed that fails is no device that loses posts: we know that it is out.
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
      limit: limitOf(grace),
      why: { code: "silent", values: { minutes: minutes(silence), allowed: minutes(grace) } },
    },
    now,
  );
  return { verdict, state: !isSilent && silence >= ownMs ? withHabit(state, now) : state };
}

/** Only a sign of life ends an outage: not a longer grace, not a gap of ours. */
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
    usual_interval_ms: learnedIntervalMs(device),
    battery_pct: device.batteryPct ?? null,
    rssi: device.rssi ?? null,
    ...(device.lastSeenAt === null ? { never_heard: 1 } : {}),
    ...(device.failingFeed ? { feed_failure: device.failingFeed.failure } : {}),
  },
});

const limitOf = (grace: number): Limit => ({
  name: "silence",
  is: "at_or_above",
  value: grace / MINUTE_MS,
  unit: "min",
  forMs: 0,
});
