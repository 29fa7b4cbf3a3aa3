import type { SensorKind } from "../../../schema/vocabulary.ts";
import type { Moment } from "../../kernel/time.ts";
import { advance, BASE_COURSE } from "../advance.ts";
import { PRESENCE_RULES, VACATION_DEFAULTS } from "../defaults.ts";
import type { EpisodeState } from "../episode.ts";
import type { Judged } from "../finding.ts";
import { isOnVacation } from "../quiet-hours.ts";
import type { SensorInput } from "../sensor-input.ts";
import type { RuleSettings } from "../settings.ts";
import { judgeRule } from "./rule.ts";

const TELLS_PRESENCE: Partial<Record<SensorKind, string>> = PRESENCE_RULES;

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
): Judged {
  if (isOnVacation(input.quiet, now)) return judgeRule(state, input, settings, now);
  const { subject, quiet, trust } = input;
  const scene = { kind: "rule", subject, quiet, trust, settings } as const;
  return advance(state, { is: "over", reason: "cleared" }, BASE_COURSE, scene, now);
}
