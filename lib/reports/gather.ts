import type {
  AlertKind,
  Language,
  ReportKind,
  SensorFault,
  TemperatureUnit,
} from "../../schema/vocabulary.ts";
import type { Overrides } from "../devices/alert-settings.ts";
import { batteryDaysLeft } from "../devices/battery-days.ts";
import type { HomeDevice, HomeSensor, SensorOfDevice } from "../devices/home-device.ts";
import { sensorSettings } from "../devices/placement/sensor-settings.ts";
import { meantValue } from "../devices/sensor.ts";
import { convert } from "../kernel/units.ts";
import { sensorName } from "../language/sensor-name.ts";
import { dayStarts } from "./bars.ts";
import { type Period, periodBefore, reportPeriod } from "./report-periods.ts";
import type { SensorSums } from "./sums.ts";

/** One visible sensor in the period. */
export type SensorFacts = Pick<HomeSensor, "label" | "kind" | "unit" | "isState"> & {
  space: string;
  deviceName: string;
  /** What is wrong with it as the report is written; null for nothing. */
  fault: SensorFault | null;
  /** Set where nobody has said the unit. */
  unitAssumed?: boolean;
} & SensorSums;

/** An episode that was open at some time in its period, `closedAtMs` null while it is; of an outage the subject is the device. */
export type AlertFacts = {
  kind: AlertKind;
  subject: string;
  openedAtMs: number;
  closedAtMs: number | null;
};

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

/** When a report of a home is about. */
export type ReportSpan = { kind: ReportKind; period: Period; before: Period; dayStarts: number[] };

export function reportSpan(kind: ReportKind, tickMs: number, zone: string): ReportSpan {
  const period = reportPeriod(kind, tickMs, zone);
  return { kind, period, before: periodBefore(kind, period, zone), dayStarts: dayStarts(period, zone) };
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
  ...{ kind: sensor.kind, unit: sensor.unit, isState: sensor.isState },
  ...{ space: device.space, deviceName: device.name, label: sensorName(sensor) },
  fault: sensor.fault ?? (sensor.faultyAt === null ? null : "unplugged"),
  unitAssumed: sensor.unitSource === "assumed",
  ...sums,
  average: meantValue(sensor, sums.average),
});

/** An outage is reported as an outage, and not among the alerts too. */
export function alertFacts(
  reported: readonly AlertFacts[],
  { period, before }: ReportSpan,
): Pick<DigestFacts, "alerts" | "alertsBefore" | "outages"> {
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
