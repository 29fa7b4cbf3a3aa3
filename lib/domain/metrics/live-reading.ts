import { meantValue } from "../contact-meaning.ts";
import { isStale } from "../stale.ts";
import type { Labels } from "./exposition.ts";
import type { MetricsDevice, MetricsSensor } from "./metrics-home.ts";

/** A sensor's latest reading that is worth showing, under the labels of every value. */
export type LiveReading = { sensor: MetricsSensor; labels: Labels; value: number; recordedAt: Date };

/** The readings of a device that are neither unknown nor stale; of a disabled one none. */
export function liveReadings(device: MetricsDevice, now: Date): LiveReading[] {
  if (!device.enabled) return [];
  return device.sensors.flatMap((sensor) => {
    const { value, recordedAt } = sensor;
    if (value === null || recordedAt === null || isStale(recordedAt, now)) return [];
    const labels: Labels = [...deviceLabels(device), ["sensor_id", sensor.id], ["sensor", sensor.label]];
    return [{ sensor, labels, value: meantValue(sensor, value), recordedAt }];
  });
}

export const deviceLabels = ({ id, name, space }: MetricsDevice): Labels => [
  ["device_id", id],
  ["device", name],
  ["space", space],
];

/** Unix time in seconds, as Prometheus' own `time()`. */
export const unixSeconds = (at: Date): number => at.getTime() / 1_000;
