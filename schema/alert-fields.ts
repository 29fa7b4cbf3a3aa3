import {
  difference,
  type Fields,
  hours,
  hoursList,
  minutes,
  number,
  orNull,
  percent,
  readings,
  temperature,
  yesNo,
} from "./alert-field.ts";
import type { AlertKind } from "./vocabulary.ts";

const QUARTER_MINUTES = 129_600;

/** The kinds that every household has without asking for them. */
export type BuiltInKind = Exclude<AlertKind, "rule">;

type Kind = {
  /** True if a sensor may override its home's settings. */
  isPerSensor: boolean;
  fields: Fields;
};

/**
 * Every setting of every kind, by its name on the wire: where it is stored, its default and its bounds. The stored
 * types, the defaults, the wire's shapes and the way between them all follow from this table.
 */
export const ALERT_FIELDS = {
  freeze: {
    isPerSensor: true,
    fields: {
      enabled: yesNo("enabled", true),
      // The limit itself counts as below; null for a severity that is not wanted.
      warning: orNull(temperature("warning", 40)),
      critical: orNull(temperature("critical", 35)),
      // The warning limit while on vacation, where that is the higher one.
      vacation_warning: orNull(temperature("vacationWarning", 50)),
      // It is over this far above the limit, after this many readings.
      hysteresis: difference("hysteresis", 2),
      closing_readings: readings("closingReadings", 2),
      // The reminder of a critical alert, if nothing else about the home's cold was sent since; a warning's
      // reminder comes after a day.
      remind_minutes: orNull(minutes("remindMs", 60, 5)),
      // A first reading less than 3 °F past the limit counts once it has stood for so long, or a second one is there.
      sure_minutes: minutes("sureMs", 10),
      // An episode so soon after the last notice is notified once that time is over, or if it is worse.
      reopen_quiet_minutes: minutes("reopenQuietMs", 60, 0, QUARTER_MINUTES),
      // It is notified at once when it is this much colder than the last notification.
      worse_by: difference("worseBy", 8),
    },
  },
  humidity: {
    isPerSensor: true,
    fields: {
      enabled: yesNo("enabled", true),
      high: orNull(percent("high", 60)),
      // Off: dry air harms nothing. 30 % is what the settings page offers.
      low: orNull(percent("low", 30), null),
      for_minutes: minutes("forMs", 30),
      hysteresis: percent("hysteresis", 3, 20),
      remind_minutes: orNull(minutes("remindMs", 1_440, 5)),
      // It comes and goes with the weather for a season: one word a season, and the weekly report.
      reopen_quiet_minutes: minutes("reopenQuietMs", QUARTER_MINUTES, 0, QUARTER_MINUTES),
    },
  },
  leak: {
    isPerSensor: true,
    fields: {
      enabled: yesNo("enabled", true),
      dry_minutes: minutes("dryMs", 5),
      remind_minutes: orNull(minutes("remindMs", 10, 5)),
    },
  },
  outage: {
    isPerSensor: false,
    fields: {
      enabled: yesNo("enabled", true),
      // Silence of so many usual intervals, but at least `graceMinMs`, is an outage.
      intervals: number("intervals", 3, 1, 100),
      grace_minutes_min: minutes("graceMinMs", 45),
      late_intervals: number("lateIntervals", 1.5, 1, 100),
      // A grace of the device's own, instead of the learned one.
      grace_minutes: orNull(minutes("graceMs", 45, 5), null),
      vacation_grace_factor: number("vacationGraceFactor", 0.5, 0.1, 1),
      second_notice_hours: hours("secondNoticeMs", 24),
    },
  },
  forecast: {
    isPerSensor: false,
    fields: {
      enabled: yesNo("enabled", true),
      outdoor_low: orNull(temperature("outdoorLow", 28)),
      indoor_low: orNull(temperature("indoorLow", 36)),
      window_hours: hours("windowMs", 24, 1, 48),
      // Forecasts move by a degree from one hour to the next.
      hysteresis: difference("hysteresis", 1),
      remind_minutes: orNull(minutes("remindMs", 1_440, 5), null),
      // A winter's frosts aren't news one by one: notified again after four months, or once it gets 9 °F colder than
      // notified. An unheated space is notified again after a month.
      reopen_quiet_minutes: minutes("reopenQuietMs", 172_800, 0, 172_800),
      // A forecast fetched longer ago says nothing any more.
      forecast_age_hours: hours("forecastAgeMs", 6, 1, 48),
    },
  },
  time_to_freeze: {
    isPerSensor: true,
    fields: {
      enabled: yesNo("enabled", true),
      opens_hours: number("opensHours", 12, 1, 168),
      closes_hours: number("closesHours", 14, 1, 168),
      critical_hours: number("criticalHours", 3, 0, 168),
      // Descending: notified again when the hours left fall to each of them.
      crossings_hours: hoursList("crossingsHours", [3]),
      closing_readings: readings("closingReadings", 2),
    },
  },
  cold_storage: {
    isPerSensor: true,
    fields: {
      enabled: yesNo("enabled", true),
      // Above; null until the sensor's placement says freezer (15 °F) or fridge (45 °F).
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
      enabled: yesNo("enabled", true),
      for_minutes: minutes("forMs", 15),
      remind_minutes: orNull(minutes("remindMs", 1_440, 5)),
      reopen_quiet_minutes: minutes("reopenQuietMs", 10_080),
    },
  },
  incident: { isPerSensor: false, fields: { enabled: yesNo("enabled", true) } },
  heating_stopped: { isPerSensor: false, fields: { enabled: yesNo("enabled", true) } },
} as const satisfies Record<BuiltInKind, Kind>;

export type FieldsOf<K extends BuiltInKind> = (typeof ALERT_FIELDS)[K]["fields"];

export const BUILT_IN_KINDS = Object.keys(ALERT_FIELDS) as BuiltInKind[];
