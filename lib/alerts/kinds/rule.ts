import type { SensorKind } from "../../../schema/vocabulary.ts";
import type { Moment } from "../../kernel/time.ts";
import { type Assessed, advance } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { amountOf, comparedIn, differenceIn, moved, valueIn } from "../follow.ts";
import { isOnVacation } from "../quiet/quiet.ts";
import type { Limit, Quantity } from "../reason.ts";
import {
  provenUntil,
  remindAfter,
  type SensorInput,
  sensorEvidence,
  type TimedValue,
  verdictOn,
} from "../sensor-input.ts";
import { PRESENCE_RULES, type RuleSettings, VACATION_DEFAULTS } from "../settings.ts";
import type { Course, Verdict } from "../verdict.ts";

/** Two numbers that went through different conversions still count as equal. */
const EQUAL_WITHIN = 1e-9;

/** Three degrees Fahrenheit, as for a freeze: an acknowledged temperature that moves on so far is news. */
const WORSE_TEMPERATURE_BY: Quantity = { value: 3, unit: "°F" };

const TELLS_PRESENCE: Partial<Record<SensorKind, string>> = PRESENCE_RULES;

/** A rule of the household's own over one sensor. Subject: the rule. */
export function judgeRule(
  state: EpisodeState,
  input: SensorInput,
  settings: RuleSettings,
  now: Moment,
): Assessed {
  const isTemperature = comparedIn(settings.limit.unit) === "°C" && settings.is !== "equals";
  const course: Partial<Course> = {
    forMs: settings.forMs,
    remind: remindAfter(state, input, settings.cooldownMs, now),
    reopenQuietMs: settings.cooldownMs ?? 0,
    worseBy: isTemperature ? differenceIn(WORSE_TEMPERATURE_BY, "°C") : null,
  };
  const verdict = verdictOn(state, input, settings.enabled, now, (reading) =>
    measure(input, reading, settings, now),
  );
  return advance(state, verdict, course, { kind: "rule", ...input, settings }, now);
}

function measure(input: SensorInput, reading: TimedValue, settings: RuleSettings, now: Moment): Verdict {
  const unit = comparedIn(settings.limit.unit ?? reading.unit);
  const value = valueIn(reading, unit);
  if (value === null)
    return { is: "unknown", why: { code: "other_unit", values: { unit: settings.limit.unit ?? "" } } };
  const { isBad, isStillBad, badness } = compared(value, settings, unit);
  return {
    is: "measured",
    severity: isBad ? settings.severity : null,
    holds: isStillBad ? settings.severity : null,
    badness,
    rung: 0,
    evidence: sensorEvidence(input, reading),
    limit: { ...settings.limit, name: settings.name, is: settings.is, forMs: settings.forMs } satisfies Limit,
    why: {
      code: "rule",
      values: { value: amountOf(reading), how: settings.is, is: isBad, limit: settings.limit },
    },
    provenUntil: provenUntil(input, reading.at, now),
  };
}

type Compared = { isBad: boolean; isStillBad: boolean; badness: number };

function compared(value: number, settings: RuleSettings, unit: string | null): Compared {
  const { limit, hysteresis } = settings;
  const at = (quantity: Quantity): number => valueIn(quantity, unit) ?? Number.NaN;
  switch (settings.is) {
    case "above": {
      const isBad = value > at(limit);
      return { isBad, isStillBad: isBad || value > at(moved(limit, hysteresis, -1)), badness: value };
    }
    case "below": {
      const isBad = value < at(limit);
      return { isBad, isStillBad: isBad || value < at(moved(limit, hysteresis, 1)), badness: -value };
    }
    case "equals": {
      const distance = Math.abs(value - at(limit));
      const isBad = distance <= EQUAL_WITHIN;
      const isStillBad = isBad || distance < differenceIn(hysteresis, unit) - EQUAL_WITHIN;
      return { isBad, isStillBad, badness: 0 };
    }
    default:
      return settings.is satisfies never;
  }
}

export const vacationSubject = (sensorId: string): string => `vacation:${sensorId}`;

/** The rule that a vacation adds for a door or motion sensor; null for all other kinds. Kind: `rule`. */
export function vacationRule(sensorKind: SensorKind): RuleSettings | null {
  const name = TELLS_PRESENCE[sensorKind];
  if (name === undefined) return null;
  return {
    ...VACATION_DEFAULTS,
    enabled: true,
    name,
    is: "equals",
    limit: { value: 1, unit: null },
    forMs: 0,
    hysteresis: { value: 0, unit: null },
  };
}

/** Judged for as long as the vacation lasts; what is open at its end is cleared. */
export function judgeVacation(
  state: EpisodeState,
  input: SensorInput,
  settings: RuleSettings,
  now: Moment,
): Assessed {
  if (isOnVacation(input.quiet, now)) return judgeRule(state, input, settings, now);
  return advance(state, { is: "over", reason: "cleared" }, {}, { kind: "rule", ...input, settings }, now);
}
