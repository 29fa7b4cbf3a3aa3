import type { ShownRule } from "../../../lib/alerts/rules/rule-settings.ts";
import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import { type PageHome, sensorsOf } from "../../../lib/sharing/home-page/page-home.ts";
import { NewRule } from "../../../schema/wire/rules.ts";
import { type Form, formOf } from "../form.ts";
import { readAs } from "../form-shape.ts";

const BLANK = {
  is: "below",
  for_minutes: "0",
  severity: "warning",
  hysteresis: "0",
  cooldown_minutes: "60",
};

export const blankRule = (sensorId: string, unit: string): Form =>
  formOf({ ...BLANK, sensor_id: sensorId, unit });

export function givenOf({ enabled: _, ...rule }: ShownRule, unit: string): Form {
  const isTemperature = quantityOf(rule.unit) === "temperature";
  const fields = { ...rule, unit: (isTemperature ? rule.unit : null) ?? unit };
  return formOf(Object.entries(fields).map(([name, value]) => [name, value === null ? "" : String(value)]));
}

/** Gives what the API takes, to be validated like any other; the unit is the form's for a temperature alone. */
export function wishOf(form: Form, sensor: Pick<HomeSensor, "unit"> | undefined): Record<string, unknown> {
  const { unit, ...wish } = readAs(NewRule, form);
  const isTemperature = sensor !== undefined && quantityOf(sensor.unit) === "temperature";
  return { for_minutes: 0, hysteresis: 0, ...wish, ...(isTemperature ? { unit } : {}) };
}

/** True if a rule of a state waits for open, wet or motion: the API also accepts "above 0" and "below 1" for one. */
export const isOnAsked = (is: string, value: string): boolean =>
  is === "equals" || value === "" ? value !== "0" : is === "above";

export const sensorIn = (home: PageHome, id: string): HomeSensor | undefined =>
  sensorsOf(home).find((sensor) => sensor.id === id);
