import type { HomeSensor } from "../../devices/home-device.ts";
import { meantValue } from "../../devices/sensor.ts";
import { isStale } from "../../devices/shown-value.ts";
import type { MetricsDevice } from "./metrics-home.ts";

/** Label names and values in the order they are written. */
export type Labels = readonly (readonly [name: string, value: string])[];

export type Sample = { labels: Labels; value: number };

/** `name` without the prefix; everything here is a gauge, for home meters reset and states come and go. */
export type Family = { name: string; help: string; samples: Sample[] };

const METRIC_PREFIX = "hearthwatch_";

/** The media type of what `exposition` writes. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Prometheus text format 0.0.4: a family is one block, has each series once (the first counts), and is left
 * out without samples, as is a value that is no finite number. Samples carry no timestamps: Prometheus would
 * switch off its staleness for them.
 */
export const exposition = (families: Family[]): string => families.map(block).join("");

function block({ name, help, samples }: Family): string {
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

/** Half a surrogate pair can't be written as UTF-8. */
const labelValue = (value: string): string =>
  value.toWellFormed().replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const helpText = (help: string): string => help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

/** A sensor's latest reading that is worth showing, under the labels of every value. */
export type LiveReading = { sensor: HomeSensor; labels: Labels; value: number; recordedAt: Date };

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
