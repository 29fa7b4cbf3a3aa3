import type { SensorKind } from "../../../schema/vocabulary.ts";
import type { Moment } from "../../kernel/time.ts";
import { type Assessed, advance } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { comparedIn, differenceIn } from "../follow.ts";
import { isOnVacation } from "../quiet/quiet.ts";
import type { Quantity } from "../reason.ts";
import { remindAfter, type SensorInput, verdictOn } from "../sensor-input.ts";
import { PRESENCE_RULES, type RuleSettings, VACATION_DEFAULTS } from "../settings.ts";
import { measure, type Threshold } from "../threshold.ts";
import type { Course } from "../verdict.ts";

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
  const verdict = verdictOn(state, input, now, (reading) =>
    measure(state, input, reading, thresholdOf(settings, reading), now),
  );
  return advance(state, verdict, course, { kind: "rule", ...input, settings }, now);
}

const thresholdOf = (settings: RuleSettings, { unit }: Quantity): Threshold => {
  const { severity, is, limit, name, hysteresis, forMs } = settings;
  return {
    unit: comparedIn(limit.unit ?? unit),
    edges: [{ severity, is, limit, name }],
    hysteresis,
    forMs,
    otherUnit: { code: "other_unit", values: { unit: limit.unit ?? "" } },
    badness: (value) => BADNESS[is] * value,
    why: (value, _, isBad) => ({ code: "rule", values: { value, how: is, is: isBad, limit } }),
  };
};

/** Which way is worse. */
const BADNESS = { above: 1, below: -1, equals: 0 } as const;

/** With a sensor's id behind it, the subject of the watch that a vacation adds. */
export const VACATION_SUBJECT = "vacation:";

export const vacationSubject = (sensorId: string): string => `${VACATION_SUBJECT}${sensorId}`;

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
