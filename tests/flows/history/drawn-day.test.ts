import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bucketsOfParts, lastDaySpan } from "../../../lib/history/buckets.ts";
import type { DrawnDayJson } from "../../../lib/sharing/home-page/cards.ts";
import { drawnDayJson } from "../../../lib/sharing/home-page/home-page.queries.ts";
import { openHistory } from "./history-home.ts";

const history = await openHistory();

/** Adds a device with a usual gap in seconds, and a reading of each sensor. */
async function deviceEvery(seconds: number, sensors: number) {
  const device = await history.device(Array<string>(sensors).fill("temperature"));
  await history.database.sql`
    update devices set recent_gaps = array_fill(${seconds}::integer, array[20]) where id = ${device.id}`;
  await history.fill(device, [[history.clock().getTime() * 1_000, Array<number>(sensors).fill(20)]]);
  return device;
}

/** The ids of the sensors whose last day a home's page draws. */
async function drawn() {
  const now = history.clock();
  const [row] = await history.services.db.query<{ day: DrawnDayJson }>(
    sql`select ${drawnDayJson(now)} as day from households home where home.id = ${history.home}`,
  );
  return row === undefined ? [] : [...bucketsOfParts(row.day.quarters, "15m", lastDaySpan(now)).keys()];
}

test("a home's page draws as many sensors as have half a million readings a day", async () => {
  const [slow, often] = [await deviceEvery(60, 10), await deviceEvery(1, 10)];
  const ids = [...slow.sensors, ...often.sensors.slice(0, 5)].map(({ sensorId }) => sensorId);
  expect((await drawn()).toSorted()).toEqual(ids.toSorted());
});
