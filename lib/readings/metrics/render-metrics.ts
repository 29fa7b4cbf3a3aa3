import {
  ALERT_KINDS,
  type AlertKind,
  type DeviceStatus,
  type SensorKind,
} from "../../../schema/vocabulary.ts";
import type { HomeDevice, HomeSensor } from "../../devices/home-device.ts";
import { isStale, meantValue } from "../../devices/sensor.ts";
import { convert } from "../../kernel/units.ts";
import families from "./families.json" with { type: "json" };

/** The data of a household's scrape, including hidden sensors and disabled devices, since the key is the owner's. */
export type MetricsHome = {
  devices: MetricsDevice[];
  /** Open episodes by kind; an absent kind has none. */
  activeAlerts: Partial<Record<AlertKind, number>>;
  /** Open critical episodes by kind. */
  criticalAlerts: Partial<Record<AlertKind, number>>;
  /** Only sensors that are cooling toward freezing. */
  timeToFreezeSeconds: { deviceId: string; sensorId: string; seconds: number }[];
  /** Null for holders of a share link, who must not learn that nobody is home. */
  quiet: { snoozed: boolean; vacation: boolean } | null;
};

export type MetricsDevice = HomeDevice & { status: DeviceStatus };

/** Label names and values, in output order. */
type Labels = readonly (readonly [name: string, value: string])[];

type Sample = { labels: Labels; value: number };

/** A metric family; `name` lacks the prefix. All are gauges, since home meters reset and states come and go. */
type Family = readonly [name: string, help: string, samples: readonly Sample[]];

const METRIC_PREFIX = "hearthwatch_";

/** The media type of `exposition`'s text. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Writes Prometheus text format 0.0.4. A family is one block and has each series once (the first counts). Families
 * without samples and values that aren't finite are left out. Samples have no timestamps, with which Prometheus would
 * disable its staleness handling.
 */
export const exposition = (families: Family[]): string => families.map(block).join("");

function block([name, help, samples]: Family): string {
  const fullName = METRIC_PREFIX + name;
  const series = new Map<string, number>();
  for (const { labels, value } of samples) {
    const key = fullName + labelText(labels);
    if (Number.isFinite(value) && !series.has(key)) series.set(key, value);
  }
  if (series.size === 0) return "";
  const lines = Array.from(series, ([key, value]) => `${key} ${value}\n`);
  return `# HELP ${fullName} ${helpText(help)}\n# TYPE ${fullName} gauge\n${lines.join("")}`;
}

function labelText(labels: Labels): string {
  if (labels.length === 0) return "";
  return `{${labels.map(([name, value]) => `${name}="${labelValue(value)}"`).join(",")}}`;
}

/** Replaces lone surrogates, which UTF-8 can't encode. */
const labelValue = (value: string): string =>
  value.toWellFormed().replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const helpText = (help: string): string => help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

/** A sensor's latest reading, with the labels of its samples. */
type LiveReading = { sensor: HomeSensor; labels: Labels; value: number; recordedAt: Date };

/** Returns a device's readings that are neither unknown nor stale; none for a disabled device. */
function liveReadings(device: MetricsDevice, now: Date): LiveReading[] {
  if (!device.enabled) return [];
  return device.sensors.flatMap((sensor) => {
    const { value, recordedAt } = sensor;
    if (value === null || recordedAt === null || isStale(recordedAt, now)) return [];
    return [{ sensor, labels: labelsOf(device, sensor), value: meantValue(sensor, value), recordedAt }];
  });
}

const deviceLabels = ({ id, name, space }: MetricsDevice): Labels => [
  ["device_id", id],
  ["device", name],
  ["space", space],
];

const labelsOf = (device: MetricsDevice, { id, label }: HomeSensor): Labels => [
  ...deviceLabels(device),
  ["sensor_id", id],
  ["sensor", label],
];

/** Returns Unix time in seconds, like Prometheus' own `time()`. */
const unixSeconds = (at: Date): number => at.getTime() / 1_000;

/** `unit` is the one in the family's name; "state" means 1 or 0, "any" a number in any unit. */
type ValueFamily = { name: string; unit: string | "state" | "any"; help: string };

/** Units as in units.ts: "/" is a ratio, and "%" a hundredth of it. */
const VALUE_FAMILIES: Readonly<Record<SensorKind, ValueFamily>> = families;

/**
 * Returns the family for a value, and the value in that family's unit. A value that its kind's family can't hold (a
 * tank's level in cm, organic compounds in µg/m³, a plug that is on) goes to the generic family.
 */
function familyValue(sensor: HomeSensor, value: number): { family: ValueFamily; value: number } {
  const family = VALUE_FAMILIES[sensor.kind];
  if (family.unit === "state") return { family, value: value === 0 ? 0 : 1 };
  if (sensor.isState || sensor.unit === null) return { family: VALUE_FAMILIES.generic, value };
  const converted = convert(value, sensor.unit, family.unit);
  return converted === null ? { family: VALUE_FAMILIES.generic, value } : { family, value: converted };
}

const valueFamilies = (live: LiveReading[]): Family[] => {
  const placed = live.map(({ sensor, labels, value }) => ({ labels, ...familyValue(sensor, value) }));
  const byName = Map.groupBy(placed, ({ family }) => family.name);
  return Object.values(VALUE_FAMILIES).map(({ name, help }) => [name, help, byName.get(name) ?? []]);
};

/** Returns one sample, or none for null. */
const known = (labels: Labels, value: number | null): Sample[] => (value === null ? [] : [{ labels, value }]);

const ofDevices = (devices: MetricsDevice[], read: (device: MetricsDevice) => number | null): Sample[] =>
  devices.flatMap((device) => known(deviceLabels(device), read(device)));

const ofSensors = (devices: MetricsDevice[], read: (sensor: HomeSensor) => number | null): Sample[] =>
  devices.flatMap((device) =>
    device.sensors.flatMap((sensor) => known(labelsOf(device, sensor), read(sensor))),
  );

/** Info samples: the value is always 1, and the labels hold the facts. */
const facts = (labels: Labels[]): Sample[] => labels.map((one) => ({ labels: one, value: 1 }));

const sensorLabels = (device: MetricsDevice): Labels[] =>
  device.sensors.map(({ id, key, label, kind, unit }) => [
    ["device_id", device.id],
    ["sensor_id", id],
    ["key", key],
    ["label", label],
    ["kind", kind],
    ["unit", unit ?? ""],
  ]);

const byKind = (open: MetricsHome["activeAlerts"]): Sample[] =>
  ALERT_KINDS.map((kind) => ({ labels: [["kind", kind]], value: open[kind] ?? 0 }));

const flag = (isOn?: boolean): Sample[] => known([], isOn === undefined ? null : Number(isOn));

/** Renders a household's state at `now` in Prometheus text format 0.0.4; ends with a line feed. */
export function renderMetrics(home: MetricsHome, now: Date): string {
  const { devices } = home;
  const live = devices.flatMap((device) => liveReadings(device, now));
  const enabled = devices.filter((device) => device.enabled);
  // Leaves out values from stale or disabled devices; `device_up` is always shown.
  const heard = enabled.filter(({ lastSeenAt }) => lastSeenAt !== null && !isStale(lastSeenAt, now));
  const liveLabels = new Map(live.map(({ sensor, labels }) => [sensor.id, labels]));
  return exposition([
    ...valueFamilies(live),
    [
      "reading_timestamp_seconds",
      "When the latest reading was taken, in Unix time.",
      live.map(({ labels, recordedAt }) => ({ labels, value: unixSeconds(recordedAt) })),
    ],
    [
      "device_up",
      "1 while a device reports or is merely late, else 0.",
      ofDevices(devices, (one) => (one.enabled && (one.status === "ok" || one.status === "late") ? 1 : 0)),
    ],
    [
      "device_last_seen_timestamp_seconds",
      "When a device last reported, in Unix time.",
      ofDevices(devices, ({ lastSeenAt }) => lastSeenAt && unixSeconds(lastSeenAt)),
    ],
    [
      "device_battery_ratio",
      "Charge of a device's battery, 0 to 1.",
      ofDevices(heard, ({ batteryPct }) => (batteryPct === null ? null : batteryPct / 100)),
    ],
    ["device_rssi_dbm", "Strength of a device's radio signal.", ofDevices(heard, ({ rssi }) => rssi)],
    [
      "sensor_faulty",
      "1 while a sensor looks unplugged or stuck, else 0.",
      ofSensors(enabled, ({ faultyAt, fault }) => (faultyAt !== null || fault !== null ? 1 : 0)),
    ],
    [
      "sensor_unit_assumed",
      "1 for a sensor whose unit nobody has confirmed: its value may be in another one.",
      ofSensors(devices, ({ unitSource }) => (unitSource === "assumed" ? 1 : null)),
    ],
    [
      "device_info",
      "What a device is.",
      facts(
        devices.map((one) => [...deviceLabels(one), ["type", one.type], ["enabled", String(one.enabled)]]),
      ),
    ],
    [
      "sensor_info",
      "What a sensor is: its key, label, kind and unit as stored.",
      facts(devices.flatMap(sensorLabels)),
    ],
    ["alerts_active", "Open alerts by kind.", byKind(home.activeAlerts)],
    ["alerts_critical_active", "Open critical alerts by kind.", byKind(home.criticalAlerts)],
    [
      "time_to_freeze_seconds",
      "Time until a cooling sensor reaches freezing; absent while it is not cooling.",
      // A prediction from stale readings is left out.
      home.timeToFreezeSeconds.flatMap(({ sensorId, seconds }) => {
        const labels = liveLabels.get(sensorId);
        return labels === undefined ? [] : [{ labels, value: seconds }];
      }),
    ],
    ["snoozed", "1 while the household's warnings are snoozed, else 0.", flag(home.quiet?.snoozed)],
    ["vacation", "1 while the household is on vacation, else 0.", flag(home.quiet?.vacation)],
  ]);
}
