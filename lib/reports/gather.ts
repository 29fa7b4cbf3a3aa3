import type {
  AlertKind,
  Language,
  ReportKind,
  SensorFault,
  TemperatureUnit,
} from "../../schema/vocabulary.ts";
import type { Overrides } from "../devices/alert-settings.ts";
import { batteryDaysLeft } from "../devices/device.ts";
import type { HomeDevice, HomeSensor, SensorOfDevice } from "../devices/home-device.ts";
import { meantValue } from "../devices/sensor.ts";
import { localDate, localMidnight } from "../kernel/time.ts";
import { sensorName } from "../language/sensor-name.ts";
import { sensorLimit } from "../sharing/home-page/cards.ts";
import { figuresOf, type SensorLimit } from "../sharing/home-page/workbench.ts";

export type SensorFacts = Pick<HomeSensor, "label" | "kind" | "unit" | "isState"> & {
  space: string;
  deviceName: string;
  fault: SensorFault | null;
  /** True if the unit was assumed and nobody has confirmed it. */
  unitAssumed?: boolean;
} & SensorSums;

/** An episode open within a period; `closedAtMs` is null while it is open. An outage's subject is its device. */
export type AlertFacts = { kind: AlertKind; subject: string; openedAtMs: number; closedAtMs: number | null };

export type BatteryFacts = { device: string; pct: number; daysLeft: number | null };

/** All facts of a report, before they are put into words. */
export type DigestFacts = {
  kind: ReportKind;
  period: Period;
  periodBefore: Period;
  home: { name: string; zone: string; temperatureUnit: TemperatureUnit };
  sensors: SensorFacts[];
  alerts: AlertFacts[];
  /** Null if the home's plan no longer keeps all of them. */
  alertsBefore: AlertFacts[] | null;
  outages: AlertFacts[];
  batteries: BatteryFacts[];
  /** The lowest outdoor temperature in the forecast; null without a forecast. */
  forecastLow: { value: number; unit: TemperatureUnit; atMs: number } | null;
  /** For the monthly report, the number of gaps in the home's coverage; null for other reports. */
  coverage: { gaps: number } | null;
  /** Absolute URLs. `unsubscribe` accepts a GET from a person and a POST from a mail client. */
  links: { dashboard: string; unsubscribe: string };
  /** The reader's language. The reader's own unit is in `home.temperatureUnit`. */
  language: Language;
};

/** A report's period, the period before to compare with, and the starts of the period's days in epoch milliseconds. */
export type ReportSpan = { kind: ReportKind; period: Period; before: Period; dayStarts: number[] };

export function reportSpan(kind: ReportKind, tickMs: number, zone: string): ReportSpan {
  const period = reportPeriod(kind, tickMs, zone);
  return {
    kind,
    period,
    before: reportPeriod(kind, period.fromMs, zone),
    dayStarts: dayStarts(period, zone),
  };
}

/** Returns the start of each local day of a period, in epoch milliseconds. The period starts and ends at midnight. */
function dayStarts({ fromMs, toMs }: Period, zone: string): number[] {
  const { year, month, day } = localDate(zone, fromMs);
  const starts: number[] = [];
  for (let after = 0; ; after += 1) {
    const startMs = localMidnight(zone, { year, month, day: day + after });
    if (startMs >= toMs) return starts;
    starts.push(startMs);
  }
}

/** Returns the warning limit of a thermometer, as its card draws it; null for other sensors, and if it has none. */
export const freezeWarning = (alertSettings: Overrides, each: SensorOfDevice): SensorLimit | null =>
  each.sensor.kind === "temperature" ? sensorLimit(each, { alertSettings }) : null;

export const sensorFacts = ({ sensor, device }: SensorOfDevice, sums: SensorSums): SensorFacts => ({
  kind: sensor.kind,
  unit: sensor.unit,
  isState: sensor.isState,
  space: device.space,
  deviceName: device.name,
  label: sensorName(sensor),
  fault: sensor.fault ?? (sensor.faultyAt === null ? null : "unplugged"),
  unitAssumed: sensor.unitSource === "assumed",
  ...sums,
  average: meantValue(sensor, sums.average),
});

/** Splits the episodes into outages and other alerts, for the period and the period before. */
export function alertFacts(reported: readonly AlertFacts[], { period, before }: ReportSpan) {
  const [outages = [], alerts = []] = [true, false].map((isOutage) =>
    reported.filter(({ kind }) => (kind === "outage") === isOutage),
  );
  const told = (list: AlertFacts[], { fromMs, toMs }: Period): AlertFacts[] =>
    list.filter(({ openedAtMs, closedAtMs }) => openedAtMs < toMs && (closedAtMs ?? toMs) > fromMs);
  return { alerts: told(alerts, period), alertsBefore: told(alerts, before), outages: told(outages, period) };
}

export const batteryFacts = (devices: readonly HomeDevice[], now: Date): BatteryFacts[] =>
  devices.flatMap((device) => {
    const { name, batteryPct: pct } = device;
    return pct === null ? [] : [{ device: name, pct, daysLeft: batteryDaysLeft(device, now) }];
  });

/** Returns the lowest temperature of the coming hours, or null without a forecast. */
export function forecastLow(
  hours: readonly { at: Date; temperatureC: number }[] | null,
  nowMs: number,
): DigestFacts["forecastLow"] {
  const [lowest] = (hours ?? [])
    .filter(({ at }) => at.getTime() > nowMs)
    .toSorted((a, b) => a.temperatureC - b.temperatureC);
  return lowest === undefined ? null : { value: lowest.temperatureC, unit: "°C", atMs: lowest.at.getTime() };
}

/** `fromMs` ≤ time < `toMs`, in epoch milliseconds; both are midnights in the home's time zone. */
export type Period = { fromMs: number; toMs: number };

/** Returns the last complete period before a tick: seven local days, a calendar month, or a quarter. */
export function reportPeriod(kind: ReportKind, tickMs: number, zone: string): Period {
  const { year, month, day } = localDate(zone, tickMs);
  const between = (from: [number, number], to: [number, number]): Period => ({
    fromMs: localMidnight(zone, { year, month: from[0], day: from[1] }),
    toMs: localMidnight(zone, { year, month: to[0], day: to[1] }),
  });
  if (kind === "weekly") return between([month, day - 7], [month, day]);
  const months = kind === "monthly" ? 1 : 3;
  const first = month - ((month - 1) % months);
  return between([first - months, 1], [first, 1]);
}

export type ReportBucket = { atMs: number; count: number; min: number; max: number; avg: number };

/** A value in the sensor's own unit. */
export type SeenValue = { value: number; atMs: number };

/** The summary of a sensor's readings in a period. `low`, `average` and `high` are null without readings. */
type SensorSums = {
  low: SeenValue | null;
  /** For a state such as "door open", the share of readings that were on, 0 to 1. */
  average: number | null;
  high: SeenValue | null;
  /** The average of each local day, oldest first; null for a day without readings. */
  daily: (number | null)[];
  /** How long the sensor was below its warning limit (in its own unit), as charts count it; null without a limit. */
  belowWarning: { warning: number; ms: number } | null;
};

/** `stepMs`: the time that one bucket represents. */
type Span = { period: Period; dayStarts: readonly number[]; limit: SensorLimit | null; stepMs: number };

/**
 * Summarizes buckets that are in order of time. The times of `low` and `high` are the starts of their buckets.
 * Carried-forward values are no readings: only the time below the warning includes them.
 */
export function sumsOf(all: readonly ReportBucket[], { period, dayStarts, limit, stepMs }: Span): SensorSums {
  const buckets = all.filter(({ count }) => count > 0);
  const lowest = buckets.toSorted((a, b) => a.min - b.min)[0];
  const highest = buckets.toSorted((a, b) => b.max - a.max)[0];
  const points = all.map(({ atMs: at, avg: value, min: low, max: high }) => ({ at, value, low, high }));
  const below = figuresOf(points, { stepMs, limit, until: period.toMs })?.beyondMs ?? 0;
  return {
    low: lowest === undefined ? null : { value: lowest.min, atMs: lowest.atMs },
    average: averageOf(buckets),
    high: highest === undefined ? null : { value: highest.max, atMs: highest.atMs },
    daily: dayStarts.map((start, day) => {
      const end = dayStarts[day + 1] ?? period.toMs;
      return averageOf(buckets.filter(({ atMs }) => atMs >= start && atMs < end));
    }),
    belowWarning: limit === null ? null : { warning: limit.value, ms: below },
  };
}

function averageOf(buckets: readonly ReportBucket[]): number | null {
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  return count === 0 ? null : buckets.reduce((sum, bucket) => sum + bucket.avg * bucket.count, 0) / count;
}
