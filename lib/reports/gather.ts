import type {
  AlertKind,
  ContactMeaning,
  HouseholdUnit,
  Language,
  Placement,
  ReportKind,
  SensorFault,
  SensorKind,
  TemperatureUnit,
} from "../../schema/vocabulary.ts";
import type { HomeOverrides, Overrides } from "../alerts/settings.ts";
import { type BatteryDay, batteryDaysLeft } from "../devices/derived-values.ts";
import type { PlacementGuess } from "../devices/placement/placement.ts";
import { sensorSettings } from "../devices/placement/sensor-settings.ts";
import { meantValue, sensorName } from "../devices/sensor.ts";
import { dayNumber } from "../history/buckets.ts";
import { convert } from "../kernel/units.ts";
import { dayStarts } from "./bars.ts";
import { type Period, periodBefore, reportPeriod } from "./report-periods.ts";

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
  /** Set where nobody has said the unit. */
  unitAssumed?: boolean;
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

type OutageFacts = { device: string; fromMs: number; toMs: number | null };

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
  /** Of the monthly report: how many gaps the home's coverage has; null in all others. */
  coverage: { gaps: number } | null;
  /** Absolute addresses; `unsubscribe` takes a GET from a person and a POST from a mail program. */
  links: { dashboard: string; unsubscribe: string };
  /** What its reader reads; their unit is the home's here. */
  language: Language;
};

/** When a report of a home is about. */
export type ReportSpan = { kind: ReportKind; period: Period; before: Period; dayStarts: number[] };

export function reportSpan(kind: ReportKind, tickMs: number, zone: string): ReportSpan {
  const period = reportPeriod(kind, tickMs, zone);
  return { kind, period, before: periodBefore(kind, period, zone), dayStarts: dayStarts(period, zone) };
}

type KnownSensor = Pick<SensorFacts, "label" | "space" | "unit" | "unitAssumed" | "isState"> & {
  key: string;
  id: string;
  kind: SensorKind;
  settings: Overrides;
  trueMeans?: ContactMeaning | null;
  deviceName: string;
  fault: SensorFault | null;
  /** The latest; null where there is none. */
  value: number | null;
  placement: Placement | null;
  placementGuess: PlacementGuess | null;
};

/** The sensor's freeze warning in its own unit; null where it has none. */
export function warningOf(home: HomeOverrides, sensor: KnownSensor): number | null {
  const { kind, unit, space, deviceName } = sensor;
  if (kind !== "temperature" || unit === null) return null;
  const device = { name: deviceName, space, settings: {} };
  const { enabled, warning } = sensorSettings("freeze", { settings: home }, device, sensor);
  if (!enabled || warning === null || warning.unit === null) return null;
  return convert(warning.value, warning.unit, unit);
}

type Sums = {
  low: [number, number];
  high: [number, number];
  average: number;
  daily: { day: number; average: number }[];
  belowMs: number | null;
};

/** `days` counts those of the period. */
export function sensorFacts(
  sensor: KnownSensor,
  sums: Sums | undefined,
  { warning, days }: { warning: number | null; days: number },
): SensorFacts {
  const { space, deviceName: device, fault, kind, unit, isState } = sensor;
  const label = sensorName(sensor);
  const averages = new Map(sums?.daily.map(({ day, average }) => [day, average]));
  return {
    label,
    space,
    device,
    fault,
    kind,
    unit,
    ...(sensor.unitAssumed === true ? { unitAssumed: true } : {}),
    isState,
    low: sums === undefined ? null : { value: sums.low[0], atMs: sums.low[1] },
    average: meantValue(sensor, sums?.average ?? null),
    high: sums === undefined ? null : { value: sums.high[0], atMs: sums.high[1] },
    daily: Array.from({ length: days }, (_, index) => averages.get(index + 1) ?? null),
    belowWarning: warning === null ? null : { warning, ms: sums?.belowMs ?? 0 },
  };
}

type ReportedAlert = {
  kind: AlertKind;
  title: string;
  device: string | null;
  openedAtMs: number;
  closedAtMs: number | null;
};

/** An outage is reported as an outage, and not among the alerts too. */
export function alertFacts(
  reported: readonly ReportedAlert[],
  { period, before }: ReportSpan,
): Pick<DigestFacts, "alerts" | "alertsBefore" | "outages"> {
  const within = ({ fromMs, toMs }: Period) =>
    reported.filter(
      ({ openedAtMs, closedAtMs }) => openedAtMs < toMs && (closedAtMs === null || closedAtMs > fromMs),
    );
  const alert = ({ kind, title, openedAtMs, closedAtMs }: ReportedAlert): AlertFacts => ({
    kind,
    subject: title,
    openedAtMs,
    closedAtMs,
  });
  const outage = ({ device, title, openedAtMs, closedAtMs }: ReportedAlert): OutageFacts => ({
    device: device ?? title,
    fromMs: openedAtMs,
    toMs: closedAtMs,
  });
  const isOutage = ({ kind }: ReportedAlert) => kind === "outage";
  return {
    alerts: within(period)
      .filter((one) => !isOutage(one))
      .map(alert),
    alertsBefore: within(before)
      .filter((one) => !isOutage(one))
      .map(alert),
    outages: within(period).filter(isOutage).map(outage),
  };
}

type KnownBattery = Pick<BatteryFacts, "device" | "pct"> & { days: BatteryDay[] };

export const batteryFacts = (batteries: readonly KnownBattery[], nowMs: number): BatteryFacts[] =>
  batteries.map(({ device, pct, days }) => ({
    device,
    pct,
    daysLeft: batteryDaysLeft(days, dayNumber(nowMs)),
  }));

/** The lowest of the hours to come; null without a forecast. */
export function forecastLow(
  hours: readonly { at: Date; temperatureC: number }[] | null,
  nowMs: number,
): DigestFacts["forecastLow"] {
  const [lowest] = (hours ?? [])
    .filter(({ at }) => at.getTime() > nowMs)
    .toSorted((a, b) => a.temperatureC - b.temperatureC);
  return lowest === undefined ? null : { value: lowest.temperatureC, unit: "°C", atMs: lowest.at.getTime() };
}

type ReportedHome = { name: string; timeZone: string; temperatureUnit: HouseholdUnit };

export const homeOf = ({ name, timeZone, temperatureUnit }: ReportedHome): DigestFacts["home"] => ({
  name,
  zone: timeZone,
  temperatureUnit: `°${temperatureUnit}`,
});
