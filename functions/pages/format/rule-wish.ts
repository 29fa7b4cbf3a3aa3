import type { ShownRule } from "../../../lib/alerts/rules/rule-settings.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import { type PageHome, type PageSensor, sensorsOf } from "../../../lib/sharing/home-page/page-home.ts";
import type { Comparison, Severity } from "../../../schema/vocabulary.ts";
import type { Form } from "../form.ts";

/** A rule as it stands in its form: every field as text. */
export type GivenRule = {
  sensor_id: string;
  name: string;
  is: Comparison | string;
  value: string;
  unit: string;
  for_minutes: string;
  severity: Severity | string;
  hysteresis: string;
  cooldown_minutes: string;
};

/** What the API takes where nothing is typed yet. */
export const blankRule = (sensorId: string, unit: string): GivenRule => ({
  sensor_id: sensorId,
  name: "",
  is: "below",
  value: "",
  unit,
  for_minutes: "0",
  severity: "warning",
  hysteresis: "0",
  cooldown_minutes: "60",
});

export const givenOf = (rule: ShownRule, unit: string): GivenRule => ({
  sensor_id: rule.sensor_id,
  name: rule.name,
  is: rule.is,
  severity: rule.severity,
  value: String(rule.value),
  unit: quantityOf(rule.unit) === "temperature" ? (rule.unit ?? unit) : unit,
  for_minutes: String(rule.for_minutes),
  hysteresis: String(rule.hysteresis),
  cooldown_minutes: rule.cooldown_minutes === null ? "" : String(rule.cooldown_minutes),
});

export const givenIn = ({ text }: Form): GivenRule => ({
  sensor_id: text("sensor_id"),
  name: text("name"),
  is: text("is"),
  value: text("value"),
  unit: text("unit"),
  for_minutes: text("for_minutes"),
  severity: text("severity"),
  hysteresis: text("hysteresis"),
  cooldown_minutes: text("cooldown_minutes"),
});

/**
 * Gives what the API takes, to be validated like any other; the unit is the form's for a temperature alone.
 */
export function wishOf(given: GivenRule, sensor: Pick<PageSensor, "unit"> | undefined) {
  const isTemperature = sensor !== undefined && quantityOf(sensor.unit) === "temperature";
  return {
    name: given.name,
    is: given.is,
    severity: given.severity,
    value: numberIn(given.value),
    for_minutes: numberIn(given.for_minutes || "0"),
    hysteresis: numberIn(given.hysteresis || "0"),
    cooldown_minutes: given.cooldown_minutes === "" ? null : numberIn(given.cooldown_minutes),
    ...(isTemperature ? { unit: given.unit } : {}),
  };
}

/** True if a rule of a state waits for open, wet or motion: the API also accepts "above 0" and "below 1" for one. */
export const isOnAsked = ({ is, value }: { is: string; value: string | number }): boolean =>
  is === "equals" || value === "" ? String(value) !== "0" : is === "above";

/** `NaN`, which no rule takes, where that is no number. */
const numberIn = (text: string): number => (text === "" ? Number.NaN : Number(text.replace(",", ".")));

export const sensorIn = (home: PageHome, id: string): PageSensor | undefined =>
  sensorsOf(home).find((sensor) => sensor.id === id);
