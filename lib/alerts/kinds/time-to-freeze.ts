import type { Severity } from "../../../schema/vocabulary.ts";
import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { type Assessed, advance, HABIT_MS, withReturn } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { FREEZING_CELSIUS, type Outlook, type TimeToFreeze } from "../physics/cooling.ts";
import { type Evidence, plain, type Reason } from "../reason.ts";
import type { Circumstances } from "../sensor-input.ts";
import type { TimeToFreezeSettings } from "../settings.ts";
import type { Course, Trust, Verdict } from "../verdict.ts";

export type TimeToFreezeInput = Circumstances & {
  sensorId: string;
  deviceId: string;
  /** `coolingOutlook` of the sensor, made at `now`. */
  outlook: Outlook;
  /** The newest reading's own time and temperature; null where there is none. */
  latest: { at: Moment; celsius: number } | null;
  /** The heating is known, or likely, to be off: then no pause ends it. */
  isHeatingOff: boolean;
  /** It is warm, or as cool as it is at this hour on other days: a night setback, and no cooling. */
  isUsual: boolean;
  /**
   * The question about the heating has spoken for it since it opened, and its end was notified; or nobody waits for
   * its end.
   */
  isEndKnown: boolean;
  /** Its place has been learned as one that is always so cold: nobody has turned anything off. */
  isAlwaysSoCold: boolean;
  trust: Trust;
};

/** A home that cools towards 32 °F. Subject: the sensor. */
export function judgeTimeToFreeze(
  state: EpisodeState,
  input: TimeToFreezeInput,
  settings: TimeToFreezeSettings,
  now: Moment,
): Assessed {
  const ms = closingMs(input);
  const course: Partial<Course> = {
    closing: { readings: settings.closingReadings, ms },
    tellsEnd: !input.isEndKnown,
  };
  const assessed = advance(
    state,
    verdictOn(state, input, settings),
    course,
    { kind: "time_to_freeze", ...input, settings },
    now,
  );
  return { ...assessed, state: withReturn(state, assessed.state, HABIT_MS.question, now) };
}

/**
 * The sun warms a dying home for an afternoon: only a warming that holds for longer, or a warm room, is one.
 */
const CLOSING = { hours: 6, warmHours: 1, warmCelsius: 12 } as const;

const closingMs = ({ latest }: TimeToFreezeInput): number =>
  (latest !== null && latest.celsius >= CLOSING.warmCelsius ? CLOSING.warmHours : CLOSING.hours) * HOUR_MS;

function verdictOn(state: EpisodeState, input: TimeToFreezeInput, settings: TimeToFreezeSettings): Verdict {
  if (!input.enabled || !settings.enabled)
    return { is: "over", reason: input.enabled && input.isAlwaysSoCold ? "always_so_cold" : "disabled" };
  const { outlook, latest } = input;
  if (outlook.is === "unknown" || latest === null) return { is: "unknown", why: plain("cooling_unknown") };
  if (outlook.is === "safe") return measured(input, latest, null, settings, plain(outlook.why));
  const { estimate } = outlook;
  const { basis } = estimate;
  const why: Reason = { code: "cooling", values: { hours: round(estimate.hours), basis } };
  const isUnnotified = !state.open || state.notified?.episode !== state.episode;
  if (input.isUsual && !state.open) return { is: "unknown", why: plain("cool_as_usual") };
  // A frozen room belongs to the freeze alert: this alert continues, but isn't notified for the first time.
  const isFrozen = estimate.hours <= 0 && isUnnotified;
  return isFrozen
    ? { is: "unknown", why: plain("frozen_already") }
    : measured(input, latest, estimate, settings, why);
}

function measured(
  input: TimeToFreezeInput,
  latest: { at: Moment; celsius: number },
  estimate: TimeToFreeze | null,
  settings: TimeToFreezeSettings,
  why: Reason,
): Verdict {
  const hours = estimate?.hours ?? Number.POSITIVE_INFINITY;
  const severity = severityAt(hours, settings.opensHours, settings.criticalHours);
  const slack = settings.closesHours - settings.opensHours;
  const rung = settings.crossingsHours.filter((crossing) => hours <= crossing).length;
  return {
    is: "measured",
    severity,
    holds:
      severityAt(hours, settings.closesHours, settings.criticalHours + slack / 2) ?? stillSo(input, latest),
    badness: -Math.min(hours, NEVER_HOURS),
    rung,
    evidence: evidenceOf(input, latest, estimate),
    limit: { name: "hours_left", is: "at_or_below", value: settings.opensHours, unit: "h", forMs: 0 },
    why,
    provenUntil: latest.at,
  };
}

/** A frozen room is as bad as notified, and warmer weather outdoors doesn't end its alert. */
const stillSo = ({ isHeatingOff }: TimeToFreezeInput, { celsius }: { celsius: number }): Severity | null =>
  celsius <= FREEZING_CELSIUS ? "critical" : isHeatingOff ? "warning" : null;

/** A finite stand-in: JSON knows no ∞. */
const NEVER_HOURS = 9_999;

function severityAt(hours: number, warningHours: number, criticalHours: number): Severity | null {
  if (hours <= criticalHours) return "critical";
  return hours <= warningHours ? "warning" : null;
}

const evidenceOf = (
  { sensorId, deviceId }: TimeToFreezeInput,
  latest: { at: Moment; celsius: number },
  estimate: TimeToFreeze | null,
): Evidence => ({
  sensorId,
  deviceId,
  value: estimate?.hours ?? NEVER_HOURS,
  unit: "h",
  at: latest.at,
  more: {
    celsius: latest.celsius,
    hours_low: estimate?.hoursLow ?? null,
    hours_high: estimate?.hoursHigh ?? null,
    basis: estimate?.basis ?? null,
    tau_hours: estimate?.tauHours ?? null,
  },
});

const round = (hours: number): number => Math.round(hours * 10) / 10;
