import { isStale } from "../stale.ts";
import type { Family, Labels, Sample } from "./exposition.ts";
import { deviceLabels, unixSeconds } from "./live-reading.ts";
import type { MetricsDevice } from "./metrics-home.ts";

/**
 * What a device says of itself; what hangs on an old or a disabled one's word is left out, `device_up` never.
 */
export function deviceFamilies(devices: MetricsDevice[], now: Date): Family[] {
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

/** Sensors that can't be relied on, whatever they say; of a disabled device nothing is told. */
export const faultFamily = (devices: MetricsDevice[]): Family => ({
  name: "sensor_faulty",
  help: "1 while a sensor looks unplugged or stuck, or has drifted, else 0.",
  samples: devices
    .filter(({ enabled }) => enabled)
    .flatMap((device) =>
      device.sensors.map(({ id, label, faultyAt, fault }) => ({
        labels: [...deviceLabels(device), ["sensor_id", id], ["sensor", label]],
        value: faultyAt !== null || fault !== null ? 1 : 0,
      })),
    ),
});

/** What devices and sensors are: always 1, the facts are in the labels. */
export function infoFamilies(devices: MetricsDevice[]): Family[] {
  return [
    {
      name: "device_info",
      help: "What a device is.",
      samples: devices.map((device) => ({
        labels: [...deviceLabels(device), ["type", device.type]],
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
