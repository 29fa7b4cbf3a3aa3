import type {
  AlertKind,
  ContactMeaning,
  HouseholdUnit,
  Placement,
  SensorFault,
  SensorKind,
} from "../../../schema/vocabulary.ts";
import type { Overrides } from "../alerts/settings.ts";
import { meantValue } from "../contact-meaning.ts";
import { type Period, periodBefore, type ReportKind, reportPeriod } from "../cron/report-periods.ts";
import { type BatteryDay, batteryDaysLeft } from "../derived/battery-days-left.ts";
import { sensorName } from "../devices/sensor-name.ts";
import { dayNumber } from "../history/utc-day.ts";
import type { PlacementGuess } from "../placement/placement.ts";
import { sensorSettings } from "../placement/sensor-settings.ts";
import { convert } from "../units.ts";
import { dayStarts } from "./day-starts.ts";
import type { AlertFacts, BatteryFacts, DigestFacts, OutageFacts, SensorFacts } from "./facts.ts";

/** When a report of a home is about. */
export type ReportSpan = { kind: ReportKind; period: Period; before: Period; dayStarts: number[] };

export function reportSpan(kind: ReportKind, tickMs: number, zone: string): ReportSpan {
  const period = reportPeriod(kind, tickMs, zone);
  return { kind, period, before: periodBefore(kind, period, zone), dayStarts: dayStarts(period, zone) };
}

type KnownSensor = Pick<SensorFacts, "label" | "space" | "unit" | "isState"> & {
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
  weekFloor?: { frostWarning?: number } | null;
};

/** The sensor's freeze warning in its own unit; null where it has none. */
export function warningOf(home: Overrides, sensor: KnownSensor): number | null {
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
    isState,
    low: sums === undefined ? null : { value: sums.low[0], atMs: sums.low[1] },
    average: meantValue(sensor, sums?.average ?? null),
    high: sums === undefined ? null : { value: sums.high[0], atMs: sums.high[1] },
    daily: Array.from({ length: days }, (_, index) => averages.get(index + 1) ?? null),
    belowWarning: warning === null ? null : { warning, ms: sums?.belowMs ?? 0 },
  };
}

type ToldAlert = {
  kind: AlertKind;
  title: string;
  device: string | null;
  openedAtMs: number;
  closedAtMs: number | null;
};

/** An outage is told as one, and not among the alerts too. */
export function alertFacts(
  told: readonly ToldAlert[],
  { period, before }: ReportSpan,
): Pick<DigestFacts, "alerts" | "alertsBefore" | "outages"> {
  const within = ({ fromMs, toMs }: Period) =>
    told.filter(
      ({ openedAtMs, closedAtMs }) => openedAtMs < toMs && (closedAtMs === null || closedAtMs > fromMs),
    );
  const alert = ({ kind, title, openedAtMs, closedAtMs }: ToldAlert): AlertFacts => ({
    kind,
    subject: title,
    openedAtMs,
    closedAtMs,
  });
  const outage = ({ device, title, openedAtMs, closedAtMs }: ToldAlert): OutageFacts => ({
    device: device ?? title,
    fromMs: openedAtMs,
    toMs: closedAtMs,
  });
  const isOutage = ({ kind }: ToldAlert) => kind === "outage";
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

export type ReportedHome = { name: string; timeZone: string; temperatureUnit: HouseholdUnit };

export const homeOf = ({ name, timeZone, temperatureUnit }: ReportedHome): DigestFacts["home"] => ({
  name,
  zone: timeZone,
  temperatureUnit: `°${temperatureUnit}`,
});
