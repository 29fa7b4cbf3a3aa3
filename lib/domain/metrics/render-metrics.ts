import { LIMITS } from "../../../schema/limits.ts";
import { ALERT_KINDS } from "../../../schema/vocabulary.ts";
import { exposition, type Family, type Labels, type Sample } from "./exposition.ts";
import type { MetricsDevice, MetricsHome, MetricsSensor } from "./metrics-home.ts";
import { familyValue, VALUE_FAMILIES } from "./value-families.ts";

type Place = { device: MetricsDevice; sensor: MetricsSensor };

/** A sensor's latest reading that is worth showing: of an enabled device, and not stale. */
type Live = Place & { labels: Labels; value: number; recordedAt: Date };

/** Prometheus text format 0.0.4 of a household's state at `now`; ends with a line feed. */
export function renderMetrics(home: MetricsHome, now: Date): string {
  const places = home.devices.flatMap((device) => device.sensors.map((sensor) => ({ device, sensor })));
  const live = places.flatMap((place) => liveReading(place, now));
  return exposition([
    ...valueFamilies(live),
    ...deviceFamilies(home.devices, now),
    infoFamily("sensor_info", "What a sensor is: its key, kind and unit.", places.map(sensorInfo)),
    ...homeFamilies(home, live),
  ]);
}

function liveReading({ device, sensor }: Place, now: Date): Live[] {
  const { value, recordedAt } = sensor;
  if (!device.enabled || value === null || recordedAt === null || isStale(recordedAt, now)) return [];
  const labels = [...deviceLabels(device), ["sensor_id", sensor.id], ["sensor", sensor.label]] as const;
  return [{ device, sensor, labels, value, recordedAt }];
}

function valueFamilies(live: Live[]): Family[] {
  const samples = new Map<string, Sample[]>();
  for (const reading of live) {
    const { family, value } = familyValue(reading.sensor, reading.value);
    const inFamily = samples.get(family.name) ?? [];
    samples.set(family.name, [...inFamily, { labels: reading.labels, value }]);
  }
  const times = live.map(({ labels, recordedAt }) => ({ labels, value: seconds(recordedAt) }));
  return [
    ...Object.values(VALUE_FAMILIES).map(({ name, help }) => ({
      name,
      help,
      samples: samples.get(name) ?? [],
    })),
    {
      name: "reading_timestamp_seconds",
      help: "When the latest reading was taken, in Unix time.",
      samples: times,
    },
  ];
}

function deviceFamilies(devices: MetricsDevice[], now: Date): Family[] {
  const each = (value: (device: MetricsDevice) => number | null): Sample[] =>
    devices.flatMap((device) => sample(deviceLabels(device), value(device)));
  const health = (value: (device: MetricsDevice) => number | null): Sample[] =>
    each((device) => (isHeard(device, now) ? value(device) : null));
  return [
    {
      name: "device_up",
      help: "1 while a device reports as it should or is merely late, else 0.",
      samples: each(up),
    },
    {
      name: "device_last_seen_timestamp_seconds",
      help: "When a device was last heard of, in Unix time.",
      samples: each(({ lastSeenAt }) => lastSeenAt && seconds(lastSeenAt)),
    },
    {
      name: "device_battery_ratio",
      help: "Charge of a device's battery, 0 to 1.",
      samples: health(({ batteryPct }) => (batteryPct === null ? null : batteryPct / 100)),
    },
    {
      name: "device_rssi_dbm",
      help: "Strength of a device's radio signal.",
      samples: health(({ rssi }) => rssi),
    },
    infoFamily(
      "device_info",
      "What a device is.",
      devices.map((device) => [...deviceLabels(device), ["type", device.type]]),
    ),
  ];
}

function homeFamilies(home: MetricsHome, live: Live[]): Family[] {
  const labelsOf = new Map(live.map(({ sensor, labels }) => [sensor.id, labels]));
  const alerts = ALERT_KINDS.map((kind) => ({
    labels: [["kind", kind]] as const,
    value: home.activeAlerts[kind] ?? 0,
  }));
  const freezing = home.timeToFreezeSeconds.flatMap(({ sensorId, seconds }) => {
    const labels = labelsOf.get(sensorId);
    return labels === undefined ? [] : [{ labels, value: seconds }];
  });
  return [
    { name: "alerts_active", help: "Open alerts by kind.", samples: alerts },
    {
      name: "time_to_freeze_seconds",
      help: "Time until a cooling sensor reaches freezing; absent while it is not cooling.",
      samples: freezing,
    },
    flag("snoozed", "1 while the household's warnings are snoozed, else 0.", home.snoozed),
    flag("vacation", "1 while the household is on vacation, else 0.", home.vacation),
  ];
}

const deviceLabels = ({ id, name, space }: MetricsDevice) =>
  [
    ["device_id", id],
    ["device", name],
    ["space", space],
  ] as const;

const sensorInfo = ({ device, sensor }: Place): Labels => [
  ["device_id", device.id],
  ["sensor_id", sensor.id],
  ["key", sensor.key],
  ["label", sensor.label],
  ["kind", sensor.kind],
  ["unit", sensor.unit ?? ""],
];

const infoFamily = (name: string, help: string, rows: Labels[]): Family => ({
  name,
  help,
  samples: rows.map((labels) => ({ labels, value: 1 })),
});

const flag = (name: string, help: string, isOn: boolean): Family => ({
  name,
  help,
  samples: [{ labels: [], value: isOn ? 1 : 0 }],
});

const sample = (labels: Labels, value: number | null): Sample[] =>
  value === null ? [] : [{ labels, value }];

const up = ({ enabled, status }: MetricsDevice): number =>
  enabled && (status === "ok" || status === "late") ? 1 : 0;

/** True where battery and signal are still news. */
const isHeard = ({ enabled, lastSeenAt }: MetricsDevice, now: Date): boolean =>
  enabled && lastSeenAt !== null && !isStale(lastSeenAt, now);

const isStale = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() > LIMITS.staleHours * 3_600_000;

const seconds = (at: Date): number => at.getTime() / 1_000;
