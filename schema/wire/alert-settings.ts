import { z } from "zod";
import { yesNo } from "./text.ts";

const DAY_MINUTES = 1_440;
const WEEK_HOURS = 168;
const CROSSINGS_MAX = 6;

function numberFrom(min: number, max: number) {
  const error = `must be a number from ${min} to ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error });
}

const degreesError = 'must be an object of a value and a unit, such as {"value": 40, "unit": "°F"}';
const unit = z
  .enum(["°F", "°C", "F", "C"], { error: "must be °F or °C" })
  .transform((text): "°F" | "°C" => (text.endsWith("F") ? "°F" : "°C"));
const temperature = z.object({ value: numberFrom(-100, 200), unit }, { error: degreesError });
const difference = z.object({ value: numberFrom(0, 50), unit }, { error: degreesError });

const minutes = numberFrom(0, 30 * DAY_MINUTES);
/** Null: never told again. */
const remind = numberFrom(5, 30 * DAY_MINUTES).nullable();
const readings = numberFrom(1, 20).int({ error: "must be a whole number" });
const percent = numberFrom(0, 100);
const hours = numberFrom(0, WEEK_HOURS);

const freeze = z.object({
  enabled: yesNo,
  warning: temperature.nullable(),
  critical: temperature.nullable(),
  vacation_warning: temperature.nullable(),
  hysteresis: difference,
  closing_readings: readings,
  remind_minutes: remind,
  worse_by: difference,
});

const humidity = z.object({
  enabled: yesNo,
  high: percent.nullable(),
  low: percent.nullable(),
  for_minutes: minutes,
  hysteresis: numberFrom(0, 20),
  remind_minutes: remind,
  reopen_quiet_minutes: minutes,
});

const leak = z.object({ enabled: yesNo, dry_minutes: minutes, remind_minutes: remind });

const outage = z.object({
  enabled: yesNo,
  intervals: numberFrom(1, 100),
  grace_minutes_min: minutes,
  late_intervals: numberFrom(1, 100),
  /** Instead of the learned interval. */
  grace_minutes: numberFrom(5, 30 * DAY_MINUTES).nullable(),
  vacation_grace_factor: numberFrom(0.1, 1),
  second_notice_hours: hours,
});

const forecast = z.object({
  enabled: yesNo,
  outdoor_low: temperature.nullable(),
  indoor_low: temperature.nullable(),
  window_hours: numberFrom(1, 48),
  hysteresis: difference,
  remind_minutes: remind,
  reopen_quiet_minutes: minutes,
  forecast_age_hours: numberFrom(1, 48),
});

const timeToFreeze = z.object({
  enabled: yesNo,
  opens_hours: numberFrom(1, WEEK_HOURS),
  closes_hours: numberFrom(1, WEEK_HOURS),
  critical_hours: hours,
  crossings_hours: z
    .array(hours, { error: "must be a list of hours" })
    .max(CROSSINGS_MAX, { error: `must be at most ${CROSSINGS_MAX}` }),
  closing_readings: readings,
});

export const FreezeOverrides = freeze.partial();
export const HumidityOverrides = humidity.partial();
export const LeakOverrides = leak.partial();
export const TimeToFreezeOverrides = timeToFreeze.partial();

/** What a home sets otherwise than the defaults; the whole of it, each time. */
export const HomeAlertSettings = z.object({
  freeze: FreezeOverrides.optional(),
  humidity: HumidityOverrides.optional(),
  leak: LeakOverrides.optional(),
  outage: outage.partial().optional(),
  forecast: forecast.partial().optional(),
  time_to_freeze: TimeToFreezeOverrides.optional(),
});
export type HomeAlertSettings = z.output<typeof HomeAlertSettings>;

/** What a sensor sets otherwise than its home. */
export const SensorAlertSettings = HomeAlertSettings.pick({
  freeze: true,
  humidity: true,
  leak: true,
  time_to_freeze: true,
});
export type SensorAlertSettings = z.output<typeof SensorAlertSettings>;

const shownDegrees = z.object({ value: z.number(), unit: z.string() });
const shownFreeze = freeze.extend({
  warning: shownDegrees.nullable(),
  critical: shownDegrees.nullable(),
  vacation_warning: shownDegrees.nullable(),
  hysteresis: shownDegrees,
  worse_by: shownDegrees,
});
const shownForecast = forecast.extend({
  outdoor_low: shownDegrees.nullable(),
  indoor_low: shownDegrees.nullable(),
  hysteresis: shownDegrees,
});

const effective = z.object({
  freeze: shownFreeze,
  humidity,
  leak,
  outage,
  forecast: shownForecast,
  time_to_freeze: timeToFreeze,
});

/** `overrides` is what was put, `effective` what holds with the defaults and, for a sensor, its home's below it. */
export const AlertSettingsAnswer = z.object({
  overrides: z.object({
    freeze: shownFreeze.partial().optional(),
    humidity: humidity.partial().optional(),
    leak: leak.partial().optional(),
    outage: outage.partial().optional(),
    forecast: shownForecast.partial().optional(),
    time_to_freeze: timeToFreeze.partial().optional(),
  }),
  effective,
});
export type AlertSettingsAnswer = z.output<typeof AlertSettingsAnswer>;
