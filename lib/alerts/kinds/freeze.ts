import type { Severity } from "../../../schema/vocabulary.ts";
import type { Moment } from "../../kernel/time.ts";
import { advance, BASE_COURSE } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import type { Limit, Quantity } from "../evidence.ts";
import type { Judged } from "../finding.ts";
import { differenceIn, moved, spoken, valueIn } from "../follow.ts";
import { isOnVacation } from "../quiet-hours.ts";
import {
  goodBefore,
  provenUntil,
  remindAfter,
  type SensorInput,
  sceneOf,
  sensorEvidence,
  type TimedValue,
  verdictOn,
} from "../sensor-input.ts";
import type { FreezeSettings } from "../settings.ts";
import type { Course, Verdict } from "../verdict.ts";

const CELSIUS = "°C";
/** One reading is enough this far below the limit: nearer to it may be a draught. */
const CLEAR_BY: Quantity = { value: 3, unit: "°F" };

/** A device that speaks so many times more rarely than a reading has to stand is slow. */
const SLOW_TIMES = 2;

/** A temperature sensor at or below the warning or critical limit. Subject: the sensor. */
export function judgeFreeze(
  state: EpisodeState,
  input: SensorInput,
  settings: FreezeSettings,
  now: Moment,
): Judged {
  const inForce = isOnVacation(input.quiet, now) ? onVacation(settings) : settings;
  const scene = { kind: "freeze", ...sceneOf(input), settings: inForce } as const;
  const course: Course = {
    ...BASE_COURSE,
    calm: { readings: settings.closingReadings, ms: 0 },
    // The next reading of a slow device comes too late to wait for.
    sureMs: (input.usualIntervalMs ?? 0) > settings.sureMs * SLOW_TIMES ? 0 : settings.sureMs,
    remind: remindAfter(
      state,
      input,
      settings.remindMs,
      now,
      state.told?.severity === "critical" ? "usual" : "mild",
    ),
    reopenQuietMs: settings.reopenQuietMs,
    worseBy: differenceIn(settings.worseBy, CELSIUS),
  };
  const verdict = verdictOn(state, input, settings.enabled, now, (reading) =>
    measure(state, input, reading, inForce, now),
  );
  return advance(state, verdict, course, scene, now);
}

/** Vacation tightens: the higher of the two warning limits. */
function onVacation(settings: FreezeSettings): FreezeSettings {
  const { warning, vacationWarning } = settings;
  if (vacationWarning === null) return settings;
  const isHigher = warning === null || celsius(vacationWarning) > celsius(warning);
  return isHigher ? { ...settings, warning: vacationWarning } : settings;
}

/** A limit always is a temperature; one that isn't is never reached. */
const celsius = (limit: Quantity): number => valueIn(limit, CELSIUS) ?? Number.NEGATIVE_INFINITY;

function measure(
  state: EpisodeState,
  input: SensorInput,
  reading: TimedValue,
  settings: FreezeSettings,
  now: Moment,
): Verdict {
  const value = valueIn(reading, CELSIUS);
  if (value === null) return { is: "unknown", why: "The sensor does not measure a temperature" };
  const severity = severityAt(value, settings, null);
  return {
    is: "measured",
    severity,
    holds: severityAt(value, settings, settings.hysteresis),
    badness: -value,
    ...goodBefore(state, input, (before) => {
      const known = valueIn(before, CELSIUS);
      return known === null || severityAt(known, settings, settings.hysteresis) !== null;
    }),
    isClear: input.isSteady === true || isClearlyBelow(value, settings),
    rung: 0,
    evidence: sensorEvidence(input, reading),
    ...compared(reading, severity ?? state.severity ?? "warning", severity !== null, settings),
    provenUntil: provenUntil(input, reading.at, now),
  };
}

function isClearlyBelow(value: number, { warning, critical }: FreezeSettings): boolean {
  const limit = warning ?? critical;
  return limit !== null && value <= celsius(moved(limit, CLEAR_BY, -1));
}

/** With hysteresis, each limit is that much higher, and reaching it is already good. */
function severityAt(value: number, settings: FreezeSettings, hysteresis: Quantity | null): Severity | null {
  const isAt = (limit: Quantity | null): boolean => {
    if (limit === null) return false;
    return hysteresis === null ? value <= celsius(limit) : value < celsius(moved(limit, hysteresis, 1));
  };
  return isAt(settings.critical) ? "critical" : isAt(settings.warning) ? "warning" : null;
}

function compared(
  reading: Quantity,
  severity: Severity,
  isBad: boolean,
  settings: FreezeSettings,
): { limit: Limit | null; why: string } {
  const quantity = settings[severity];
  if (quantity === null) return { limit: null, why: `${spoken(reading)}` };
  const limit: Limit = { ...quantity, name: severity, is: "at_or_below", forMs: 0 };
  const how = isBad ? "at or below" : "above";
  return { limit, why: `${spoken(reading)} is ${how} the ${severity} limit of ${spoken(quantity)}` };
}
