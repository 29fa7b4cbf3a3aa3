import { ALERT_KINDS, type SensorKind } from "../../../schema/vocabulary.ts";
import type { MetricsSensor } from "../../devices/home-device.ts";
import { isStale } from "../../devices/shown-value.ts";
import { convert } from "../../kernel/units.ts";
import {
  deviceLabels,
  exposition,
  type Family,
  type Labels,
  type LiveReading,
  liveReadings,
  type Sample,
  unixSeconds,
} from "./exposition.ts";
import type { MetricsDevice, MetricsHome } from "./metrics-home.ts";

/**
 * What a device says of itself; what hangs on an old or a disabled one's word is left out, `device_up` never.
 */
function deviceFamilies(devices: MetricsDevice[], now: Date): Family[] {
  const heard = devices.filter((device) => isHeard(device, now));
  const batteryRatio = ({ batteryPct }: MetricsDevice) => (batteryPct === null ? null : batteryPct / 100);
  return [
    family("device_up", "1 while a device reports or is merely late, else 0.", devices, up),
    family(
      "device_last_seen_timestamp_seconds",
      "When a device last reported, in Unix time.",
      devices,
      lastSeen,
    ),
    family("device_battery_ratio", "Charge of a device's battery, 0 to 1.", heard, batteryRatio),
    family("device_rssi_dbm", "Strength of a device's radio signal.", heard, ({ rssi }) => rssi),
  ];
}

/** Sensors with a problem, whatever they report; a disabled device has no metrics. */
const faultFamily = (devices: MetricsDevice[]): Family => ({
  name: "sensor_faulty",
  help: "1 while a sensor looks unplugged or stuck, else 0.",
  samples: devices
    .filter(({ enabled }) => enabled)
    .flatMap((device) =>
      device.sensors.map(({ id, label, faultyAt, fault }) => ({
        labels: [...deviceLabels(device), ["sensor_id", id], ["sensor", label]],
        value: faultyAt !== null || fault !== null ? 1 : 0,
      })),
    ),
});

/** Sensors with an unknown unit, whose values may be in another one. */
const assumedFamily = (devices: MetricsDevice[]): Family => ({
  name: "sensor_unit_assumed",
  help: "1 for a sensor whose unit nobody has confirmed: its value may be in another one.",
  samples: devices.flatMap((device) =>
    device.sensors
      .filter(({ unitSource }) => unitSource === "assumed")
      .map(({ id, label }) => ({
        labels: [...deviceLabels(device), ["sensor_id", id], ["sensor", label]],
        value: 1,
      })),
  ),
});

/** What devices and sensors are: always 1, the facts are in the labels. */
function infoFamilies(devices: MetricsDevice[]): Family[] {
  return [
    {
      name: "device_info",
      help: "What a device is.",
      samples: devices.map((device) => ({
        labels: [...deviceLabels(device), ["type", device.type], ["enabled", String(device.enabled)]],
        value: 1,
      })),
    },
    {
      name: "sensor_info",
      help: "What a sensor is: its key, label, kind and unit as stored.",
      samples: devices.flatMap((device) => sensorLabels(device).map((labels) => ({ labels, value: 1 }))),
    },
  ];
}

const sensorLabels = (device: MetricsDevice): Labels[] =>
  device.sensors.map(({ id, key, label, kind, unit }) => [
    ["device_id", device.id],
    ["sensor_id", id],
    ["key", key],
    ["label", label],
    ["kind", kind],
    ["unit", unit ?? ""],
  ]);

function family(
  name: string,
  help: string,
  devices: MetricsDevice[],
  read: (device: MetricsDevice) => number | null,
): Family {
  const samples = devices.flatMap((device): Sample[] => {
    const value = read(device);
    return value === null ? [] : [{ labels: deviceLabels(device), value }];
  });
  return { name, help, samples };
}

const up = ({ enabled, status }: MetricsDevice): number =>
  enabled && (status === "ok" || status === "late") ? 1 : 0;

const lastSeen = ({ lastSeenAt }: MetricsDevice): number | null => lastSeenAt && unixSeconds(lastSeenAt);

const isHeard = ({ enabled, lastSeenAt }: MetricsDevice, now: Date): boolean =>
  enabled && lastSeenAt !== null && !isStale(lastSeenAt, now);

/** `unit` is what the family's name says; "state" takes 1 and 0, "any" a number in whatever unit. */
type ValueFamily = { name: string; unit: string | "state" | "any"; help: string };

const GENERIC: ValueFamily = {
  name: "value",
  unit: "any",
  help: "Latest value that no other family has, in the unit that hearthwatch_sensor_info names.",
};

/** Units are units.ts' own words: "/" is the ratio, and "%" is its hundredth. */
const VALUE_FAMILIES: { [Kind in SensorKind]: ValueFamily } = {
  temperature: { name: "temperature_celsius", unit: "°C", help: "Latest temperature." },
  humidity: { name: "humidity_ratio", unit: "/", help: "Latest relative humidity, 0 to 1." },
  co2: { name: "co2_ppm", unit: "ppm", help: "Latest carbon dioxide concentration in parts per million." },
  pressure: { name: "pressure_pascals", unit: "Pa", help: "Latest air pressure." },
  pm25: {
    name: "pm25_ug_per_cubic_meter",
    unit: "µg/m³",
    help: "Latest concentration of particles up to 2.5 µm, in micrograms per cubic meter.",
  },
  voc: {
    name: "voc_ppb",
    unit: "ppb",
    help: "Latest concentration of volatile organic compounds in parts per billion.",
  },
  level: { name: "level_ratio", unit: "/", help: "Latest fill level, 0 to 1." },
  power: { name: "power_watts", unit: "W", help: "Latest electrical power." },
  energy: { name: "energy_joules", unit: "J", help: "Latest reading of an energy meter, which may reset." },
  door: { name: "door_open", unit: "state", help: "1 while a door or window is open, else 0." },
  motion: { name: "motion_detected", unit: "state", help: "1 while motion is detected, else 0." },
  flood: { name: "flood_detected", unit: "state", help: "1 while water is detected, else 0." },
  generic: GENERIC,
};

/**
 * The family that a value can honestly be in, and the value in its unit. What its kind's family can't hold
 * (a tank's level in cm, organic compounds in µg/m³, a plug that is on) goes to the generic one.
 */
function familyValue(sensor: MetricsSensor, value: number): { family: ValueFamily; value: number } {
  const family = VALUE_FAMILIES[sensor.kind];
  if (family.unit === "state") return { family, value: value === 0 ? 0 : 1 };
  if (sensor.isState || sensor.unit === null) return { family: GENERIC, value };
  const converted = convert(value, sensor.unit, family.unit);
  return converted === null ? { family: GENERIC, value } : { family, value: converted };
}

/** Prometheus text format 0.0.4 of a household's state at `now`; ends with a line feed. */
export function renderMetrics(home: MetricsHome, now: Date): string {
  const live = home.devices.flatMap((device) => liveReadings(device, now));
  return exposition([
    ...valueFamilies(live),
    readingTimes(live),
    ...deviceFamilies(home.devices, now),
    faultFamily(home.devices),
    assumedFamily(home.devices),
    ...infoFamilies(home.devices),
    alertFamily("alerts_active", "Open alerts by kind.", home.activeAlerts),
    alertFamily("alerts_critical_active", "Open critical alerts by kind.", home.criticalAlerts),
    timeToFreeze(home, live),
    flag("snoozed", "1 while the household's warnings are snoozed, else 0.", home.quiet?.snoozed),
    flag("vacation", "1 while the household is on vacation, else 0.", home.quiet?.vacation),
  ]);
}

function valueFamilies(live: LiveReading[]): Family[] {
  const placed = live.map(({ sensor, labels, value }) => ({ labels, ...familyValue(sensor, value) }));
  const byName = Map.groupBy(placed, ({ family }) => family.name);
  return Object.values(VALUE_FAMILIES).map(({ name, help }) => ({
    name,
    help,
    samples: byName.get(name) ?? [],
  }));
}

const readingTimes = (live: LiveReading[]): Family => ({
  name: "reading_timestamp_seconds",
  help: "When the latest reading was taken, in Unix time.",
  samples: live.map(({ labels, recordedAt }) => ({ labels, value: unixSeconds(recordedAt) })),
});

const alertFamily = (name: string, help: string, open: MetricsHome["activeAlerts"]): Family => ({
  name,
  help,
  samples: ALERT_KINDS.map((kind) => ({ labels: [["kind", kind]], value: open[kind] ?? 0 })),
});

/** A prediction from readings that are stale is none. */
function timeToFreeze({ timeToFreezeSeconds }: MetricsHome, live: LiveReading[]): Family {
  const labelsOf = new Map(live.map(({ sensor, labels }) => [sensor.id, labels]));
  const samples = timeToFreezeSeconds.flatMap(({ sensorId, seconds }) => {
    const labels = labelsOf.get(sensorId);
    return labels === undefined ? [] : [{ labels, value: seconds }];
  });
  const help = "Time until a cooling sensor reaches freezing; absent while it is not cooling.";
  return { name: "time_to_freeze_seconds", help, samples };
}

const flag = (name: string, help: string, isOn: boolean | undefined): Family => ({
  name,
  help,
  samples: isOn === undefined ? [] : [{ labels: [], value: isOn ? 1 : 0 }],
});
