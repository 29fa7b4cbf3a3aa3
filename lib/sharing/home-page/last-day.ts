import { type ContactSensor, meantSpan } from "../../devices/contact-meaning.ts";
import { BUCKET_MS, type QuarterJson } from "../../history/buckets.ts";
import type { LastDay, Point } from "./cards.ts";
import type { PageHome } from "./page-home.ts";

/** Each sensor's quarter hours of the last day, oldest first. */
export type LastDayJson = Record<string, QuarterJson[]>;

/** The last 24 hours of every sensor of the home by quarter hours, as its cards draw them. */
export function lastDayOf({ devices }: Pick<PageHome, "devices">, quarters: LastDayJson): LastDay {
  const sensors = devices.flatMap((device) => device.sensors);
  return new Map(
    sensors.flatMap((sensor) => {
      const points = quarters[sensor.id]?.map((quarter) => pointOf(quarter, sensor));
      return points === undefined ? [] : [[sensor.id, points] as const];
    }),
  );
}

const pointOf = (
  [bucket, mean, low, high]: QuarterJson,
  sensor: ContactSensor & { isState: boolean },
): Point => ({
  at: bucket * BUCKET_MS["15m"],
  value: sensor.isState ? wasOn(sensor, low, high) : mean,
  low,
  high,
});

/** 1 where a state was on, as it is meant, at any time of a bucket. */
const wasOn = (state: ContactSensor, low: number, high: number): number =>
  Number(meantSpan(state, { low, high }).high > 0);
