import { type ContactSensor, meantSpan } from "../../devices/contact-meaning.ts";
import { BUCKET_MS, bucketCeiling } from "../../history/buckets.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { listReadings } from "../../readings/readings.queries.ts";
import type { LastDay } from "./cards.ts";
import type { PageHome } from "./page-home.ts";

const QUARTERS_A_DAY = DAY_MS / BUCKET_MS["15m"];

/** The last 24 hours of every visible sensor by quarter hours, in one call. */
export async function lastDayOf(db: Db, home: PageHome, now: Date): Promise<LastDay> {
  const sensors = home.devices
    .filter(({ enabled }) => enabled)
    .flatMap((device) =>
      device.sensors
        .filter(({ visible }) => visible)
        .map((sensor) => ({ ...sensor, sensorId: sensor.id, deviceNumber: device.number })),
    );
  const to = new Date(bucketCeiling("15m", now.getTime()));
  const stored = await listReadings(db, {
    sensors,
    from: new Date(to.getTime() - DAY_MS),
    to,
    now,
    resolution: "15m",
    limit: sensors.length * QUARTERS_A_DAY,
  });
  const states = new Map(sensors.filter(({ isState }) => isState).map((sensor) => [sensor.sensorId, sensor]));
  const points = stored.map(({ sensorId, recordedAt, value, bucket }) => ({
    sensorId,
    point: {
      at: recordedAt.getTime(),
      value: wasOn(states.get(sensorId), bucket ?? { min: value, max: value }) ?? value,
      ...(bucket == null ? {} : { low: bucket.min, high: bucket.max }),
    },
  }));
  return new Map(
    [...Map.groupBy(points, ({ sensorId }) => sensorId)].map(([id, of]) => [
      id,
      of.map(({ point }) => point),
    ]),
  );
}

/** 1 where a state was on, as it is meant, at any time of a bucket; null for what is no state. */
function wasOn(state: ContactSensor | undefined, { min, max }: { min: number; max: number }): number | null {
  return state === undefined ? null : Number(meantSpan(state, { low: min, high: max }).high > 0);
}
