import { describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { shareApp } from "../../functions/share/app.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome, addShareLink, type TestDevice } from "../support/fixtures.ts";
import { postTo } from "../support/readings.ts";
import { testClock, testServices } from "../support/services.ts";

const clock = testClock("2026-11-20T10:00:00Z");

const post = (device: TestDevice, body: unknown) => postTo(ingestApp(services), device, body);

const get = (path: string, init?: RequestInit) => app.request(`/api/share/${path}`, init);

type Answer = {
  name: string;
  readings: Record<string, unknown>[];
  by_id: Record<string, { value_num: number }>;
  by_key: Record<string, { value_num: number }>;
};
const read = async (path: string) => (await (await get(path)).json()) as Answer;

const database = await openTestDatabase();
const home = await addHome(database);
const cellar = await addDevice(database, home, { name: "Cellar node", space: "Cellar" });
const token = await addShareLink(database, home, { scope: "history" });
const services = testServices(database, clock);
const app = shareApp(services);
await post(cellar, { temp1: 41, flood1: false });
clock.set("2026-11-20T11:00:00Z");
await post(cellar, { temp1: 39.2, flood1: true });

test("a device whose sensors are all hidden, and one that is off are in nothing that a link shows", async () => {
  const metrics = await addShareLink(database, home, { scope: "metrics" });
  const nursery = await addDevice(database, home, { name: "Nursery node", space: "Nursery" });
  const shed = await addDevice(database, home, { name: "Shed node", space: "Shed", enabled: false });
  await post(nursery, { temp7: 20, battery: 50, rssi: -60 });
  await post(shed, { temp8: 20 });
  await database.sql`update sensors set visible = false where key = 'temp7'`;
  const shown = async (path: string) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  for (const path of [`${metrics}/metrics`, `${token}/latest`, `${token}/readings?from=2026-11-20T00:00:00Z`])
    expect(await shown(path)).not.toMatch(/nursery|shed|temp7|temp8/i);
  expect(await shown(`${metrics}/metrics`)).toMatch(/hearthwatch_device_up\{.*Cellar node/);
});

describe("latest", () => {
  test("shows every visible sensor's newest reading with all that a template needs", async () => {
    const body = await read(`${token}/latest`);
    expect(body.name).toBe("Family");
    expect(body.readings[0]).toEqual({
      sensor_id: expect.stringMatching(/^sen_/),
      key: "temp1",
      label: "temp1",
      kind: "temperature",
      unit: "°F",
      device: "Cellar node",
      space: "Cellar",
      unit_assumed: false,
      value_num: 39.2,
      value_bool: null,
      true_means: null,
      recorded_at: "2026-11-20T11:00:00.000Z",
      stale: false,
    });
    expect(body.readings[1]).toMatchObject({ key: "flood1", unit: null, value_num: 1, value_bool: true });
    expect(body.by_key.temp1?.value_num).toBe(39.2);
    expect(Object.values(body.by_id)).toEqual(body.readings);
    expect(Object.keys(body.by_id)).toEqual(body.readings.map(({ sensor_id }) => sensor_id));
  });

  test("marks a reading of more than a day ago as stale", async () => {
    const later = shareApp({ ...services, clock: testClock("2026-11-21T11:00:01Z") });
    const response = await later.request(`/api/share/${token}/latest`);
    expect(((await response.json()) as Answer).readings[0]).toMatchObject({ stale: true });
  });

  test("may be read by any page, without credentials, and kept for a moment", async () => {
    const response = await get(`${token}/latest`, { headers: { Origin: "https://elsewhere.example" } });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=15");
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    const preflight = await get(`${token}/latest`, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect((await get(`${token}/latest`, { method: "HEAD" })).status).toBe(200);
  });
});

describe("readings", () => {
  test("are one flat object each, oldest first", async () => {
    const body = await read(`${token}/readings?key=temp1`);
    expect(body).toMatchObject({ name: "Family", resolution: "raw" });
    expect(body.readings).toEqual([
      {
        recorded_at: "2026-11-20T10:00:00.000Z",
        sensor_id: expect.stringMatching(/^sen_/),
        key: "temp1",
        label: "temp1",
        kind: "temperature",
        unit: "°F",
        value_num: 41,
        resolution: "raw",
      },
      expect.objectContaining({ recorded_at: "2026-11-20T11:00:00.000Z", value_num: 39.2 }),
    ]);
  });

  test("cost no second body while nothing is new, though the window moves", async () => {
    const first = await get(`${token}/readings?key=temp1`);
    const etag = first.headers.get("ETag") ?? "";
    clock.set("2026-11-20T11:00:20Z");
    const again = await get(`${token}/readings?key=temp1`, { headers: { "If-None-Match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    await post(cellar, { temp1: 39.4 });
    const later = await get(`${token}/readings?key=temp1`, { headers: { "If-None-Match": etag } });
    expect(later.status).toBe(200);
    clock.set("2026-11-20T11:00:00Z");
  });

  test("of a live link reach back 24 hours, whatever is asked", async () => {
    const live = await addShareLink(database, home, { scope: "live" });
    const body = await read(`${live}/readings?from=2020-01-01T00:00:00Z`);
    expect(body).toMatchObject({ from: "2026-11-19T11:00:00.000Z" });
    expect(await read(`${token}/readings?from=2020-01-01T00:00:00Z`)).toMatchObject({
      from: "2020-01-01T00:00:00.000Z",
    });
  });
});

test("a link that shows nothing is one and the same 404, unknown, revoked or expired", async () => {
  const revoked = await addShareLink(database, home, { revokedAt: new Date("2026-11-20T10:00:00Z") });
  const expired = await addShareLink(database, home, { expiresAt: new Date("2026-11-20T11:00:00Z") });
  for (const bad of ["nope", `${token.slice(0, -1)}_`, revoked, expired]) {
    for (const path of ["latest", "readings"]) {
      const response = await get(`${bad}/${path}`);
      expect([response.status, await response.json()]).toEqual([404, { error: "Not found" }]);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  }
});
