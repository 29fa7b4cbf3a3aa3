import type { BuiltInKind } from "../alerts/settings.ts";

/** A temperature, or a difference of two. */
export type Degrees = { value: number; unit: string };

/** The settings of the built-in kinds as the wire has them: minutes and hours, humidity in percent. */
export type ShownSettings = {
  freeze: {
    enabled: boolean;
    warning: Degrees | null;
    critical: Degrees | null;
    vacation_warning: Degrees | null;
    hysteresis: Degrees;
    closing_readings: number;
    remind_minutes: number | null;
    worse_by: Degrees;
  };
  humidity: {
    enabled: boolean;
    high: number | null;
    low: number | null;
    for_minutes: number;
    hysteresis: number;
    remind_minutes: number | null;
    reopen_quiet_minutes: number;
  };
  leak: { enabled: boolean; dry_minutes: number; remind_minutes: number | null };
  outage: {
    enabled: boolean;
    intervals: number;
    grace_minutes_min: number;
    late_intervals: number;
    grace_minutes: number | null;
    vacation_grace_factor: number;
    second_notice_hours: number;
  };
  forecast: {
    enabled: boolean;
    outdoor_low: Degrees | null;
    indoor_low: Degrees | null;
    window_hours: number;
    hysteresis: Degrees;
    remind_minutes: number | null;
    reopen_quiet_minutes: number;
    forecast_age_hours: number;
  };
  time_to_freeze: {
    enabled: boolean;
    opens_hours: number;
    closes_hours: number;
    critical_hours: number;
    crossings_hours: number[];
    closing_readings: number;
  };
};

/** What is set otherwise than the layer below has it. */
export type ShownOverrides = {
  [K in BuiltInKind]?: { [F in keyof ShownSettings[K]]?: ShownSettings[K][F] | undefined } | undefined;
};
