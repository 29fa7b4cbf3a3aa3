import { PRESENCE_RULES, type SensorKind } from "../../../schema/vocabulary.ts";
import type { BuiltInSettings } from "../../devices/alert-settings.ts";
import { FREEZING_CELSIUS } from "../../kernel/units.ts";
import type { Quantity } from "../../language/reason.ts";
import { comparedIn, differenceIn, valueIn } from "../follow.ts";
import { isOnVacation } from "../quiet/quiet.ts";
import { remindAfter, type SensorRule } from "../sensor-input.ts";
import { RULE_DEFAULTS, type RuleSettings } from "../settings.ts";
import { edgeAt, verdictBy, whyLimit } from "../threshold.ts";

const CELSIUS = "°C";
/** Three degrees Fahrenheit, as for a freeze: an acknowledged temperature that moves on so far is news. */
const WORSE_TEMPERATURE_BY: Quantity = { value: 3, unit: "°F" };
/** Which way a rule's value is worse. */
const BADNESS = { above: 1, below: -1, equals: 0 } as const;

/** A humidity sensor too high (or, where wanted, too low) for long enough. Subject: the sensor. */
export const judgeHumidity: SensorRule<BuiltInSettings["humidity"]> = (state, input, settings, now) => {
  const { high, low, hysteresis, forMs, remindMs, reopenQuietMs } = settings;
  const edges = [
    ...edgeAt(high, { severity: "warning", is: "at_or_above", name: "high" }),
    ...edgeAt(low, { severity: "warning", is: "at_or_below", name: "low" }),
  ];
  const verdict = verdictBy(state, input, now, {
    ...{ unit: "%", edges, hysteresis, forMs, otherUnit: "not_a_humidity" },
    why: (value, edge, isBad) =>
      whyLimit(value, isBad ? (edge.name === "high" ? "at_or_above" : "at_or_below") : "inside", edge),
  });
  // Nobody waits for the end of a damp spell.
  const remind = remindAfter(state, input, remindMs, now);
  return { verdict, course: { forMs, remind, reopenQuietMs, tellsEnd: false } };
};

/**
 * A freezer or a fridge that has been too warm for longer than a door or a defrost cycle; a freezer is told once more when
 * its food thaws. Subject: the sensor.
 */
export const judgeColdStorage: SensorRule<BuiltInSettings["cold_storage"]> = (
  state,
  input,
  { warm, hysteresis, forMs, closingReadings, remindMs, reopenQuietMs },
  now,
) => {
  const verdict = verdictBy(state, input, now, {
    ...{ unit: CELSIUS, hysteresis, forMs, otherUnit: "not_a_temperature" },
    edges: edgeAt(warm, { severity: "warning", is: "above", name: "warm" }),
    badness: (value) => value,
    // Only what is kept frozen can thaw.
    rungAt: (value) => Number(isFreezer(warm) && value > FREEZING_CELSIUS),
    why: (value, edge, isBad) => whyLimit(value, isBad ? "above" : "not_above", edge),
  });
  const remind = remindAfter(state, input, remindMs, now);
  return { verdict, course: { forMs, closing: { readings: closingReadings, ms: 0 }, remind, reopenQuietMs } };
};

const isFreezer = (warm: Quantity | null): boolean =>
  warm !== null && (valueIn(warm, CELSIUS) ?? Number.POSITIVE_INFINITY) < FREEZING_CELSIUS;

/** A rule of the household's own over one sensor. Subject: the rule. */
export const judgeRule: SensorRule<RuleSettings> = (state, input, settings, now) => {
  const { severity, is, limit, name, hysteresis, forMs, cooldownMs } = settings;
  const verdict = verdictBy(state, input, now, {
    unit: comparedIn(limit.unit ?? input.reading?.unit ?? null),
    edges: [{ severity, is, limit, name }],
    hysteresis,
    forMs,
    otherUnit: { code: "other_unit", values: { unit: limit.unit ?? "" } },
    badness: (value) => BADNESS[is] * value,
    why: (value, _, isBad) => ({ code: "rule", values: { value, how: is, is: isBad, limit } }),
  });
  const isTemperature = comparedIn(limit.unit) === CELSIUS && is !== "equals";
  const course = {
    forMs,
    remind: remindAfter(state, input, cooldownMs, now),
    reopenQuietMs: cooldownMs ?? 0,
    worseBy: isTemperature ? differenceIn(WORSE_TEMPERATURE_BY, CELSIUS) : null,
  };
  return { verdict, course };
};

const TELLS_PRESENCE: Partial<Record<SensorKind, string>> = PRESENCE_RULES;

/** With a sensor's id behind it, the subject of the watch that a vacation adds. */
export const VACATION_SUBJECT = "vacation:";

export const vacationSubject = (sensorId: string): string => `${VACATION_SUBJECT}${sensorId}`;

/** The rule that a vacation adds for a door or motion sensor; null for all other kinds. Kind: `rule`. */
export function vacationRule(sensorKind: SensorKind): RuleSettings | null {
  const name = TELLS_PRESENCE[sensorKind];
  if (name === undefined) return null;
  const of = (value: number): Quantity => ({ value, unit: null });
  return { ...RULE_DEFAULTS, name, is: "equals", limit: of(1), hysteresis: of(0) };
}

/** Judged for as long as the vacation lasts; what is open at its end is cleared. */
export const judgeVacation: SensorRule<RuleSettings> = (state, input, settings, now) =>
  isOnVacation(input.quiet, now)
    ? judgeRule(state, input, settings, now)
    : { verdict: { is: "over", reason: "cleared" } };
