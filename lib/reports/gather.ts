import type {
  AlertKind,
  Language,
  ReportKind,
  SensorFault,
  TemperatureUnit,
} from "../../schema/vocabulary.ts";
import { type Overrides, sensorSettings } from "../devices/alert-settings.ts";
import { batteryDaysLeft } from "../devices/device.ts";
import type { HomeDevice, HomeSensor, SensorOfDevice } from "../devices/home-device.ts";
import { meantValue } from "../devices/sensor.ts";
import { localDate, localMidnight, MINUTE_MS } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";
import { sensorName } from "../language/sensor-name.ts";
import { REPORT_LIMITS } from "./limits.ts";

export type SensorFacts = Pick<HomeSensor, "label" | "kind" | "unit" | "isState"> & {
  space: string;
  deviceName: string;
  fault: SensorFault | null;
  /** Set where nobody has said the unit. */
  unitAssumed?: boolean;
} & SensorSums;

/** An episode that was open at some time in its period, `closedAtMs` null while it is; of an outage the subject is the device. */
export type AlertFacts = { kind: AlertKind; subject: string; openedAtMs: number; closedAtMs: number | null };

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
  outages: AlertFacts[];
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

/** When a report of a home is about; `before` is the period of the same kind that it compares with. */
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

/** The first moment of each local day of a period that begins and ends at midnight, epoch milliseconds. */
function dayStarts({ fromMs, toMs }: Period, zone: string): number[] {
  const { year, month, day } = localDate(zone, fromMs);
  const starts: number[] = [];
  for (let after = 0; ; after += 1) {
    const startMs = localMidnight(zone, { year, month, day: day + after });
    if (startMs >= toMs) return starts;
    starts.push(startMs);
  }
}

/** The sensor's freeze warning in its own unit; null where it has none. */
export function warningOf(settings: Overrides, { sensor, device }: SensorOfDevice): number | null {
  const { kind, unit } = sensor;
  if (kind !== "temperature" || unit === null) return null;
  const own = { ...sensor, settings: sensor.alertSettings };
  const { enabled, warning } = sensorSettings("freeze", { settings }, device, own);
  if (!enabled || warning === null || warning.unit === null) return null;
  return convert(warning.value, warning.unit, unit);
}

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

/** An outage is reported as an outage, and not among the alerts too. */
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

/** `fromMs` ≤ time < `toMs`, epoch milliseconds, on midnights of the home's zone. */
export type Period = { fromMs: number; toMs: number };

/** What a report of this tick is about: the seven local days, or the calendar month or quarter, that were over last. */
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

/** What a sensor's readings of a period come to. Without a reading `low`, `average` and `high` are null. */
type SensorSums = {
  low: SeenValue | null;
  /** For a state the share of readings that were on, 0 to 1. */
  average: number | null;
  high: SeenValue | null;
  /** The average of each local day, oldest first; null for a day without readings. */
  daily: (number | null)[];
  /** How long it was at or under its warning (in its own unit); null where none is set. */
  belowWarning: { warning: number; ms: number } | null;
};

type Span = { period: Period; dayStarts: readonly number[]; warning: number | null };

/** Of buckets in the order of time. Extremes are known to the beginning of their bucket. */
export function sumsOf(buckets: readonly ReportBucket[], { period, dayStarts, warning }: Span): SensorSums {
  const lowest = buckets.toSorted((a, b) => a.min - b.min)[0];
  const highest = buckets.toSorted((a, b) => b.max - a.max)[0];
  return {
    low: lowest === undefined ? null : { value: lowest.min, atMs: lowest.atMs },
    average: averageOf(buckets),
    high: highest === undefined ? null : { value: highest.max, atMs: highest.atMs },
    daily: dayStarts.map((start, day) => {
      const end = dayStarts[day + 1] ?? period.toMs;
      return averageOf(buckets.filter(({ atMs }) => atMs >= start && atMs < end));
    }),
    belowWarning: warning === null ? null : { warning, ms: msBelow(buckets, warning, period.toMs) },
  };
}

function averageOf(buckets: readonly ReportBucket[]): number | null {
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  return count === 0 ? null : buckets.reduce((sum, bucket) => sum + bucket.avg * bucket.count, 0) / count;
}

/** A bucket stands until the next one, for an hour at most. */
function msBelow(buckets: readonly ReportBucket[], warning: number, endMs: number): number {
  const standsMs = REPORT_LIMITS.readingStandsMinutes * MINUTE_MS;
  return buckets.reduce((ms, { avg, atMs }, index) => {
    const nextMs = buckets[index + 1]?.atMs ?? endMs;
    return avg <= warning ? ms + Math.min(nextMs - atMs, standsMs) : ms;
  }, 0);
}
