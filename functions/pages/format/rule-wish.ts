import type { ShownRule } from "../../../lib/alerts/rules/rule-settings.ts";
import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import { type PageHome, sensorsOf } from "../../../lib/sharing/home-page/page-home.ts";
import { type Form, formOf } from "../form.ts";

const BLANK = {
  is: "below",
  for_minutes: "0",
  severity: "warning",
  hysteresis: "0",
  cooldown_minutes: "60",
};

export const blankRule = (sensorId: string): Form => formOf({ ...BLANK, sensor_id: sensorId });

export const givenOf = ({ enabled: _, ...rule }: ShownRule): Form =>
  formOf(Object.entries(rule).map(([name, value]) => [name, value === null ? "" : String(value)]));

/** True if a rule of a state waits for open, wet or motion: the API also accepts "above 0" and "below 1" for one. */
export const isOnAsked = (is: string, value: string): boolean =>
  is === "equals" || value === "" ? value !== "0" : is === "above";

export const sensorIn = (home: PageHome, id: string): HomeSensor | undefined =>
  sensorsOf(home).find((sensor) => sensor.id === id);
