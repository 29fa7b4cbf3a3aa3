import { beforeEach, expect, test } from "vitest";
import { localLimiter } from "../../lib/kernel/limiter.vendor.ts";
import { addApiKey, addDevice, type TestDevice } from "../support/fixtures.ts";
import { appsOf, openHouse } from "../support/house.ts";

let device: TestDevice;

const house = await openHouse();
const key = await addApiKey(house.database, house.home, { scope: "write" });
beforeEach(async () => {
  device = await addDevice(house.database, house.home);
});

const post = (
  body: string,
  { id = device.id, bearer = key, headers = {}, app = house.apps.v1, query = "" } = {},
) =>
  app.request(`/api/v1/devices/${id}/readings${query}`, {
    method: "POST",
    body,
    headers: { Authorization: `Bearer ${bearer}`, ...headers },
  });
const stored = () => house.database.sql`select key, unit from sensors where device_id = ${device.id}`;

test("an API key that may write posts readings for a device that it names, as the device does", async () => {
  const answer = await post('{"temp1":41.5}');
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true, readings: 1, sensors_created: 1 }]);
  expect(await stored()).toEqual([{ key: "temp1", unit: "°F" }]);
  const repeated = { headers: { "Idempotency-Key": "one" } };
  expect((await post('{"temp1":42}', repeated)).status).toBe(200);
  expect((await post('{"temp1":42}', repeated)).status).toBe(200);
  expect((await post('{"temp1":20}', { headers: { "Idempotency-Key": "" } })).status).toBe(400);
});

test("explains what it read, and refuses another word behind the question mark", async () => {
  expect(await (await post('{"temp_c":4.5}', { query: "?explain=1" })).json()).toMatchObject({
    readings: 1,
    sensors: [{ key: "temp_c", kind: "temperature", value: 4.5, unit: "°C", assumed: false }],
  });
  expect((await post('{"temp_c":4.5}', { query: "?explian=1" })).status).toBe(400);
});

test("a key that may only read is refused, and so is a body without a measurement", async () => {
  const bearer = await addApiKey(house.database, house.home, { scope: "read" });
  expect((await post('{"temp1":41.5}', { bearer })).status).toBe(403);
  const unusable = await post('{"hello":"world"}');
  expect([unusable.status, unusable.headers.get("X-Error-Code")]).toEqual([400, "unusable_payload"]);
  expect((await post(`{"temp1":41.5}${" ".repeat(65_536)}`)).status).toBe(413);
  expect(await stored()).toEqual([]);
});

test("posts by key and by device are one count of the device", async () => {
  const { v1, ingest } = appsOf({ ...house.services, limiter: localLimiter(house.clock) });
  const body = '{"temp1":41.5}';
  const byDevice = () => ingest.request(`/api/ingest/${device.ingestKey}`, { method: "POST", body });
  for (let sent = 0; sent < 30; sent += 1) {
    await byDevice();
    await post(body, { app: v1 });
  }
  expect([(await byDevice()).status, (await post(body, { app: v1 })).status]).toEqual([429, 429]);
});
