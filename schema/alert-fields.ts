import { LIMITS } from "./limits.ts";
import type { AlertKind } from "./vocabulary.ts";

const QUARTER_MINUTES = 129_600;

type Degrees = { value: number; unit: string | null };

/** How a setting is written on the wire. Times are stored in milliseconds, `percent` as a quantity. */
type FieldType = "yes_no" | "temperature" | "difference" | "percent" | "number" | "hours_list";

export type Field<Name extends string = string, Value = unknown, Type extends FieldType = FieldType> = {
  /** The field's name in storage and in the rules. */
  stored: Name;
  type: Type;
  /** The default value. */
  is: Value;
  /** Milliseconds in one unit of the wire's number; 1 for fields that aren't times. */
  unitMs: number;
  min: number;
  max: number;
  isWhole: boolean;
  isNullable: boolean;
};

export type Fields = Record<string, Field>;

/** The settings as they are stored: by their stored names, with values that the rules compute with. */
export type StoredOf<F extends Fields> = { [W in keyof F as F[W]["stored"]]: F[W]["is"] };

/** The settings as the wire has them. */
export type ShownOf<F extends Fields> = { [W in keyof F]: Shown<F[W]["is"], F[W]["type"]> };

type Shown<Value, Type extends FieldType> = Type extends "percent" ? number | Extract<Value, null> : Value;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 1_440;
const MONTH_MINUTES = 30 * DAY_MINUTES;
const WEEK_HOURS = 168;

/** A field that is no time and not nullable. Its bounds are 0 unless `more` sets them. */
const fieldOf = <N extends string, V, T extends FieldType>(
  stored: N,
  is: V,
  type: T,
  more: Partial<Pick<Field, "unitMs" | "min" | "max" | "isWhole">> = {},
): Field<N, V, T> => ({
  unitMs: 1,
  min: 0,
  max: 0,
  isWhole: false,
  isNullable: false,
  stored,
  is,
  type,
  ...more,
});

/** Every kind can be turned off. */
const enabled = fieldOf("enabled", true as boolean, "yes_no");

const quantity = (value: number, unit: string): Degrees => ({ value, unit });

/** A temperature, in °F by default; people may set it in °C. */
const temperature = <N extends string>(stored: N, is: number) =>
  fieldOf(stored, quantity(is, "°F"), "temperature", { min: -100, max: 200 });

/** A difference between two temperatures. */
const difference = <N extends string>(stored: N, is: number) =>
  fieldOf(stored, quantity(is, "°F"), "difference", { max: 50 });

const percent = <N extends string>(stored: N, is: number, max = 100) =>
  fieldOf(stored, quantity(is, "%"), "percent", { max });

const number = <N extends string>(stored: N, is: number, min: number, max: number) =>
  fieldOf(stored, is, "number", { min, max });

const readings = <N extends string>(stored: N, is: number) =>
  fieldOf(stored, is, "number", { min: 1, max: 20, isWhole: true });

/** A time with `is`, `min` and `max` in minutes. */
const minutes = <N extends string>(stored: N, is: number, min = 0, max = MONTH_MINUTES) =>
  fieldOf(stored, is * MINUTE_MS, "number", { min, max, unitMs: MINUTE_MS });

/** A time with `is`, `min` and `max` in hours. */
const hours = <N extends string>(stored: N, is: number, min = 0, max = WEEK_HOURS) =>
  fieldOf(stored, is * HOUR_MS, "number", { min, max, unitMs: HOUR_MS });

/** Makes a field nullable; null means "off". Pass null as `is` to turn it off by default. */
function orNull<N extends string, V, T extends FieldType>(
  field: Field<N, V, T>,
  is: V | null = field.is,
): Field<N, V | null, T> {
  return { ...field, is, isNullable: true };
}

/** The kinds that every household has by default. */
export type BuiltInKind = Exclude<AlertKind, "rule">;

type Kind = {
  /** True if a sensor may override its home's settings. */
  isPerSensor: boolean;
  fields: Fields;
};

/**
 * Every setting of every kind by its name on the wire: where it is stored, its default and its bounds. The stored
 * types, the defaults, the wire's shapes and the conversions between them all follow from this table.
 */
export const ALERT_FIELDS = {
  freeze: {
    isPerSensor: true,
    fields: {
      enabled,
      // A value at the limit counts as below it. Null turns that severity off.
      warning: orNull(temperature("warning", 40)),
      critical: orNull(temperature("critical", 35)),
      // The warning limit on vacation, if it is higher.
      vacation_warning: orNull(temperature("vacationWarning", 50)),
      // The alert ends this far above the limit, after `closing_readings` such readings.
      hysteresis: difference("hysteresis", 2),
      closing_readings: readings("closingReadings", 2),
      // The reminder of a critical alert, unless something else about the home's cold was sent since. A warning's
      // reminder comes after a day.
      remind_minutes: orNull(minutes("remindMs", 60, 5)),
      // A first reading less than 3 °F past the limit counts only after this time, or with a second such reading.
      sure_minutes: minutes("sureMs", 10),
      // An episode this soon after the last notification is notified when the time is over, or if it is worse.
      reopen_quiet_minutes: minutes("reopenQuietMs", 60, 0, QUARTER_MINUTES),
      // Getting this much colder than the last notification is notified at once.
      worse_by: difference("worseBy", 8),
    },
  },
  humidity: {
    isPerSensor: true,
    fields: {
      enabled,
      high: orNull(percent("high", 60)),
      // Off by default, because dry air harms nothing. The settings page offers 30 %.
      low: orNull(percent("low", 30), null),
      for_minutes: minutes("forMs", 30),
      hysteresis: percent("hysteresis", 3, 20),
      remind_minutes: orNull(minutes("remindMs", 1_440, 5)),
      // Humidity comes and goes with the weather, so one notification a season and the weekly report are enough.
      reopen_quiet_minutes: minutes("reopenQuietMs", QUARTER_MINUTES, 0, QUARTER_MINUTES),
    },
  },
  leak: {
    isPerSensor: true,
    fields: {
      enabled,
      dry_minutes: minutes("dryMs", 5),
      remind_minutes: orNull(minutes("remindMs", 10, 5)),
    },
  },
  outage: {
    isPerSensor: false,
    fields: {
      enabled,
      // Offline means this many usual intervals without a reading, and at least `grace_minutes_min`.
      intervals: number("intervals", LIMITS.offlineIntervals, 1, 100),
      grace_minutes_min: minutes("graceMinMs", LIMITS.offlineMinutesMin),
      // A fixed time instead of the one learned from the device.
      grace_minutes: orNull(minutes("graceMs", 45, 5), null),
      vacation_grace_factor: number("vacationGraceFactor", 0.5, 0.1, 1),
      second_notice_hours: hours("secondNoticeMs", 24),
    },
  },
  forecast: {
    isPerSensor: false,
    fields: {
      enabled,
      outdoor_low: orNull(temperature("outdoorLow", 28)),
      indoor_low: orNull(temperature("indoorLow", 36)),
      window_hours: hours("windowMs", 24, 1, 48),
      // Forecasts change by a degree from one hour to the next.
      hysteresis: difference("hysteresis", 1),
      remind_minutes: orNull(minutes("remindMs", 1_440, 5), null),
      // A winter's frosts aren't news one by one: notified again after four months, or once it gets 9 °F colder than
      // notified. An unheated space is notified again after a month.
      reopen_quiet_minutes: minutes("reopenQuietMs", 172_800, 0, 172_800),
      // An older forecast is out of date.
      forecast_age_hours: hours("forecastAgeMs", 6, 1, 48),
    },
  },
  time_to_freeze: {
    isPerSensor: true,
    fields: {
      enabled,
      opens_hours: number("opensHours", 12, 1, 168),
      closes_hours: number("closesHours", 14, 1, 168),
      critical_hours: number("criticalHours", 3, 0, 168),
      // In descending order: notifies again when the remaining hours fall to each of them.
      crossings_hours: fieldOf("crossingsHours", [3], "hours_list", { max: WEEK_HOURS }),
      closing_readings: readings("closingReadings", 2),
    },
  },
  cold_storage: {
    isPerSensor: true,
    fields: {
      enabled,
      // The upper limit. Null until the sensor's placement is a freezer (15 °F) or a fridge (45 °F).
      warm: orNull(temperature("warm", 15), null),
      for_minutes: minutes("forMs", 60),
      hysteresis: difference("hysteresis", 2),
      closing_readings: readings("closingReadings", 2),
      remind_minutes: orNull(minutes("remindMs", 60, 5)),
      reopen_quiet_minutes: minutes("reopenQuietMs", 360),
    },
  },
  sensor_fault: {
    isPerSensor: true,
    fields: {
      enabled,
      for_minutes: minutes("forMs", 15),
      remind_minutes: orNull(minutes("remindMs", 1_440, 5)),
      reopen_quiet_minutes: minutes("reopenQuietMs", 10_080),
    },
  },
  incident: { isPerSensor: false, fields: { enabled } },
  heating_stopped: { isPerSensor: false, fields: { enabled } },
} as const satisfies Record<BuiltInKind, Kind>;

export type FieldsOf<K extends BuiltInKind> = (typeof ALERT_FIELDS)[K]["fields"];

export const BUILT_IN_KINDS = Object.keys(ALERT_FIELDS) as BuiltInKind[];
