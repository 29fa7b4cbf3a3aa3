import type { AlertKind, SensorFault, SensorKind, TemperatureUnit } from "../../../schema/vocabulary.ts";
import type { CityPeriod } from "../city/city-period.ts";
import type { Period, ReportKind } from "../cron/report-periods.ts";

/** A value in the sensor's own unit. */
export type SeenValue = { value: number; atMs: number };

/** One visible sensor in the period. Without a reading `low`, `average` and `high` are null. */
export type SensorFacts = {
  label: string;
  space: string;
  device: string;
  /** What is wrong with it as the report is written; null for nothing. */
  fault: SensorFault | null;
  kind: SensorKind;
  /** Spelt as Home Assistant writes it; null for a state. */
  unit: string | null;
  isState: boolean;
  low: SeenValue | null;
  /** For a state the share of readings that were on, 0 to 1. */
  average: number | null;
  high: SeenValue | null;
  /** The average of each local day, oldest first; null for a day without readings. */
  daily: (number | null)[];
  /** How long it was under its warning (in its own unit); null where none is set. */
  belowWarning: { warning: number; ms: number } | null;
};

/** An episode that was open at some time in its period. `closedAtMs` is null while it is open. */
export type AlertFacts = { kind: AlertKind; subject: string; openedAtMs: number; closedAtMs: number | null };

export type OutageFacts = { device: string; fromMs: number; toMs: number | null };

export type BatteryFacts = { device: string; pct: number; daysLeft: number | null };

/** Everything a report tells, gathered; nothing of it is worded yet. */
export type DigestFacts = {
  kind: ReportKind;
  period: Period;
  periodBefore: Period;
  home: { name: string; zone: string; temperatureUnit: TemperatureUnit };
  sensors: SensorFacts[];
  alerts: AlertFacts[];
  alertsBefore: AlertFacts[];
  outages: OutageFacts[];
  batteries: BatteryFacts[];
  /** The lowest temperature forecast outdoors. */
  forecastLow: { value: number; unit: TemperatureUnit; atMs: number } | null;
  /** What the homes of its city that take part went through; null for a home that does not, or too few. */
  city: CityPeriod | null;
  /** Absolute addresses; `unsubscribe` takes a GET from a person and a POST from a mail program. */
  links: { dashboard: string; unsubscribe: string };
};
