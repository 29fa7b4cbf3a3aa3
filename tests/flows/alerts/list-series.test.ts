import { expect, test } from "vitest";
import type { TickSensor } from "../../../lib/alerts/facts.ts";
import { listSeries } from "../../../lib/alerts/series.queries.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../lib/kernel/time.ts";
import { openAlerts } from "../../support/alerts.ts";
import { eachTest } from "../../support/each-test.ts";

const world = eachTest(openAlerts);

/** Posts once, adds a reading for each `step` of the hours before, and returns the series of the last 30 hours. */
async function seriesEvery(step: number, hours: number) {
  await world.post({ temp1: 50 });
  const now = world.clock();
  await world.database.sql`select ensure_snapshot_day((${now}::timestamptz - interval '1 day')::date)`;
  await world.database.sql`
    insert into snapshots (device_number, recorded_at, "values")
    select number, ${now}::timestamptz - n * ${step} * interval '1 millisecond', array[10 + n::float8]
    from devices, generate_series(1, ${(hours * HOUR_MS) / step}::integer) n`;
  const sensors = await world.database.sql<TickSensor>`
    select sensor.id, device.number as "deviceNumber", sensor.position
    from sensors sensor join devices device on device.id = sensor.device_id`;
  const [series = []] = (await listSeries(world.services.db, sensors, now)).values();
  return { series, now: now.getTime() };
}

test("a device that posts every minute is judged by each of its readings", async () => {
  const { series, now } = await seriesEvery(MINUTE_MS, 8);
  expect(series).toHaveLength(8 * 60 + 1);
  expect(series.at(-1)).toEqual({ at: now, value: 50 });
});

test("a device that posts every second is judged by one reading a minute, as far back as others", async () => {
  const { series, now } = await seriesEvery(SECOND_MS, 8);
  expect(series.length).toBeLessThanOrEqual(8 * 60 + 2);
  expect(series[0]?.at).toBeLessThan(now - 7.9 * HOUR_MS);
  expect(series.at(-1)).toEqual({ at: now, value: 50 });
  const gaps = series.slice(1).map(({ at }, index) => at - (series[index]?.at ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(2 * MINUTE_MS);
});
