import { expect, test } from "vitest";
import { dbOf } from "../../lib/kernel/db.queries.ts";
import { addDevice } from "../support/fixtures.ts";
import { appsOf, openHouse } from "../support/house.ts";
import { postTo } from "../support/readings.ts";
import { CRON_SECRET } from "../support/services.ts";

const QUARTER_MS = 900_000;

test("a reading asks the database once, and seven times until the mail that it brings has gone", async () => {
  const house = await openHouse();
  let calls = 0;
  const db = dbOf((kind, work) => {
    calls += 1;
    return house.services.db(kind, work);
  });
  const apps = appsOf({ ...house.services, db });
  const device = await addDevice(house.database, house.home);
  const callsOf = async (fahrenheit: number): Promise<number> => {
    house.clock.advance(QUARTER_MS);
    calls = 0;
    expect((await postTo(apps.ingest, device, { temp1: fahrenheit })).status).toBe(200);
    return calls;
  };
  for (const value of [60, 58]) await callsOf(value);
  expect(await callsOf(58)).toBe(1);
  for (const value of [50, 42]) await callsOf(value);
  const mailed = house.sent.length;
  const stored = await callsOf(34);
  const headers = { Authorization: `Bearer ${CRON_SECRET}` };
  await apps.cron.request("/api/cron/dispatch", { method: "POST", headers });
  expect(house.sent).toHaveLength(mailed + 1);
  expect(stored).toBe(2);
  expect(calls).toBeLessThanOrEqual(7);
});
