import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { testClock, testServices } from "../support/services.ts";

let device: TestDevice;
const clock = testClock("2026-11-20T10:00:00Z");

const database = await openTestDatabase();
const home = await addHome(database);
const services = testServices(database, clock);
const app = ingestApp(services);
beforeEach(async () => {
  device = await addDevice(database, home);
  clock.advance(3_600_000);
  database.resetCalls();
});

const post = (body: BodyInit, headers: Record<string, string> = {}, key = device.ingestKey) =>
  app.request(`/api/ingest/${key}`, { method: "POST", body, headers });

const postJson = (body: unknown, headers?: Record<string, string>, key?: string) =>
  post(JSON.stringify(body), headers, key);

const storedValues = async () => {
  const rows = await database.sql<{ values: (number | null)[] }>`
    select s."values" from snapshots s join devices d on d.number = s.device_number
    where d.id = ${device.id} order by s.recorded_at`;
  return rows.map((row) => row.values);
};

const deviceRow = async () =>
  (await database.sql`select * from devices where id = ${device.id}`)[0] as Record<string, unknown>;

describe("a good post", () => {
  test("stores the snapshot, creates its sensors and says so", async () => {
    const response = await postJson({ temp1: 38.5, humidity1: 61, door1: true, battery: 77, rssi: -58 });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true, readings: 3, sensors_created: 3 });
    expect(await storedValues()).toEqual([[38.5, 61, 1]]);
    expect(await deviceRow()).toMatchObject({ battery_pct: 77, rssi: -58, latest_values: [38.5, 61, 1] });
  });

  test("gives a new sensor a key, label, kind and unit that never change again", async () => {
    await postJson({ sensors: [{ key: "tank", kind: "level", value: 60, unit: "%" }] });
    await postJson({ sensors: [{ key: "tank", kind: "humidity", value: 61, unit: "%" }] });
    const sensors =
      await database.sql`select key, kind, unit, position from sensors where device_id = ${device.id}`;
    expect(sensors).toEqual([{ key: "tank", kind: "level", unit: "%", position: 1 }]);
  });

  test.each([
    ["leak", { id: "rf1", state: "DRY" }, { id: "rf1", state: "ALARM" }],
    ["leak", { temp1: 68, leak1: 2 }, { temp1: 68, leak1: 1 }],
    ["freeze", [{ n: "attic", v: 1 }], [{ n: "attic", u: "Cel", v: -9 }]],
  ])("is a %s once a sensor that was a number without a kind says so", async (kind, ...bodies) => {
    for (const body of bodies) await postJson(body);
    const alerts = database.sql`select kind from alerts where household_id = ${home} and device_id = ${device.id}`;
    expect(await alerts).toEqual([{ kind }]);
  });

  test("refuses a reading of another quantity alone and skips it beside good ones", async () => {
    await postJson({ sensors: [{ key: "t", kind: "temperature", value: 50, unit: "°F" }] });
    clock.advance(1_000);
    const wrong = { key: "t", kind: "co2", value: 600, unit: "ppm" };
    const alone = await postJson({ sensors: [wrong] });
    expect(alone.status).toBe(400);
    expect(await alone.json()).toEqual({
      error: 'No usable reading: the sensor "t" is measured in °F, the body gives it a value in ppm',
    });
    const beside = await postJson({ sensors: [wrong, { key: "h", kind: "humidity", value: 40, unit: "%" }] });
    expect(await beside.json()).toEqual({ ok: true, readings: 1, sensors_created: 1 });
    expect(await storedValues()).toEqual([[50], [null, 40]]);
  });

  test("updates health without a reading: a heartbeat", async () => {
    const response = await postJson({ battery: 42 });
    expect(await response.json()).toEqual({ ok: true, readings: 0, sensors_created: 0 });
    expect(await deviceRow()).toMatchObject({ battery_pct: 42, last_seen_at: clock() });
    expect(await storedValues()).toEqual([]);
  });

  test("is answered with the limiter's real numbers and a request id, and is never cached", async () => {
    const response = await postJson({ temp1: 40 });
    expect(response.headers.get("RateLimit-Policy")).toBe('"ingest";q=60;w=60');
    expect(response.headers.get("RateLimit")).toBe('"ingest";r=59;t=60');
    expect(response.headers.get("X-Request-Id")).toMatch(/^[\w-]{8,64}$/);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
});

describe("time", () => {
  test("is the receive time, and two posts in one millisecond keep a moment each", async () => {
    await postJson({ temp1: 40 });
    await postJson({ temp1: 41 });
    expect(await storedValues()).toEqual([[40], [41]]);
    expect(await deviceRow()).toMatchObject({ latest_values: [41] });
  });

  test("of a late reading goes into history and never moves latest back", async () => {
    const now = clock().getTime() / 1_000;
    await postJson([{ n: "t", u: "Cel", v: 20 }]);
    await postJson([{ n: "t", u: "Cel", t: now - 86_400, v: 5 }]);
    expect(await storedValues()).toEqual([[5], [20]]);
    expect(await deviceRow()).toMatchObject({ latest_values: [20] });
  });

  test("named by the device: the same snapshot twice is stored once, another sensor's merges", async () => {
    const t = clock().getTime() / 1_000 - 600;
    await postJson([{ n: "a", u: "Cel", t, v: 20 }]);
    await postJson([{ n: "a", u: "Cel", t, v: 20 }]);
    await postJson([{ n: "b", u: "%RH", t, v: 50 }]);
    expect(await storedValues()).toEqual([[20, 50]]);
  });
});

describe("an Idempotency-Key", () => {
  test("makes a repeated post answer as the first and store nothing", async () => {
    const first = await postJson({ temp1: 40 }, { "Idempotency-Key": "boot-17" });
    clock.advance(60_000);
    const second = await postJson({ temp1: 40 }, { "Idempotency-Key": "boot-17" });
    expect(await second.json()).toEqual(await first.json());
    expect(await storedValues()).toEqual([[40]]);
  });

  test("is forgotten after 24 hours", async () => {
    await postJson({ temp1: 40 }, { "Idempotency-Key": "boot-17" });
    clock.advance(24 * 3_600_000);
    await postJson({ temp1: 40 }, { "Idempotency-Key": "boot-17" });
    expect(await storedValues()).toEqual([[40], [40]]);
  });

  test("that stands fixed in a sketch hides no leak: another body is another post", async () => {
    await postJson({ flood1: false }, { "Idempotency-Key": "constant" });
    clock.advance(60_000);
    await postJson({ flood1: true }, { "Idempotency-Key": "constant" });
    expect(await storedValues()).toEqual([[0], [1]]);
  });
});

describe("a refused post", () => {
  const refused = async (response: Response | Promise<Response>) => {
    const { status, headers } = await response;
    const body = (await (await response).json()) as { error: string };
    expect(Object.keys(body)).toEqual(["error"]);
    expect(headers.get("Content-Type")).toMatch(/^application\/json/);
    return { status, error: body.error };
  };

  test("with a malformed key is a 401 without a database call", async () => {
    for (const key of [
      "x",
      "hw_ing_short",
      `${device.ingestKey.slice(0, -1)}!`,
      device.ingestKey.toLowerCase(),
    ]) {
      expect(await refused(postJson({ temp1: 1 }, {}, key))).toEqual({
        status: 401,
        error: "Invalid device key",
      });
    }
    expect(database.calls()).toBe(0);
  });

  test("with a key that nobody has is the same 401", async () => {
    const stranger = await addDevice(database, home);
    await database.sql`delete from devices where id = ${stranger.id}`;
    expect(await refused(postJson({ temp1: 1 }, {}, stranger.ingestKey))).toEqual({
      status: 401,
      error: "Invalid device key",
    });
  });

  test("without a key is a 400", async () => {
    for (const path of ["/api/ingest", "/api/ingest/"]) {
      const answer = await refused(app.request(path, { method: "POST", body: "{}" }));
      expect(answer.status).toBe(400);
    }
  });

  test("over 64 KB is a 413, declared or counted", async () => {
    const big = JSON.stringify({ temp1: 1, note: "x".repeat(65_536) });
    expect((await refused(post(big))).status).toBe(413);
    const lying = await refused(post(big, { "Content-Length": "5" }));
    expect(lying).toEqual({ status: 413, error: "Payload too large: 64 KB at most" });
    const declared = await refused(post("{}", { "Content-Length": "65537" }, "not-even-a-key"));
    expect(declared.status).toBe(413);
    expect(database.calls()).toBe(0);
  });

  test.each([
    ["not what its encoding says", "{}", { "Content-Encoding": "gzip" }],
    ["in an encoding of another kind", "{}", { "Content-Encoding": "br" }],
    ["in two encodings", "{}", { "Content-Encoding": "gzip, gzip" }],
    ["empty", "", {}],
    ["no JSON", "temp1=70", {}],
    ["nested too deep", `${"[".repeat(65)}${"]".repeat(65)}`, {}],
    ["without a usable reading", '{"temp1":"hot"}', {}],
  ])("that is %s is a 400 and touches nothing", async (_, body, headers) => {
    expect((await refused(post(body, headers))).status).toBe(400);
    expect(database.calls()).toBe(0);
    expect(await deviceRow()).toMatchObject({ last_seen_at: null });
  });

  test("with more than 256 readings, or making more than 256 sensors, is a 400 and stores nothing", async () => {
    const many = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${from + index}`, 1]));
    expect((await refused(postJson(many(0, 257)))).status).toBe(400);
    expect((await postJson(many(0, 200))).status).toBe(200);
    const over = await refused(postJson(many(200, 57)));
    expect(over).toEqual({
      status: 400,
      error: "Too many sensors: 256 at most on one device, 5,000 in a home",
    });
    expect(await database.sql`select 1 from sensors where device_id = ${device.id}`).toHaveLength(200);
    expect((await postJson(many(200, 56))).status).toBe(200);
  });

  test("that makes more sensors than a home may have is a 400, and a known sensor goes on", async () => {
    const { ingestKey } = await addDevice(database, await addHome(database));
    const limit = (max: number) =>
      database.query(
        `create or replace function limit_household_sensors_max() returns integer language sql immutable return ${max}`,
      );
    await postJson({ temp1: 70, s1: 1 }, {}, ingestKey);
    await limit(3);
    expect((await refused(postJson({ temp1: 70, s2: 1, s3: 1 }, {}, ingestKey))).status).toBe(400);
    expect((await postJson({ temp1: 71, s2: 1 }, {}, ingestKey)).status).toBe(200);
    await limit(5_000);
  });
});

describe("the MQTT bridge", () => {
  const bridge = (body: unknown, headers: Record<string, string> = { "X-Ingest-Key": device.ingestKey }) =>
    app.request("/api/ingest/mqtt", { method: "POST", body: JSON.stringify(body), headers });

  test("takes the key from its header; without one it is a 400, with a wrong one a 401", async () => {
    expect((await bridge({ message: { temp1: 40 } }, {})).status).toBe(400);
    expect((await bridge({ message: { temp1: 40 } }, { "X-Ingest-Key": "nope" })).status).toBe(401);
  });

  test("stores what a message object or a payload string holds", async () => {
    expect(await (await bridge({ topic: "a/b", message: { temp1: 40 } })).json()).toMatchObject({
      readings: 1,
    });
    clock.advance(1_000);
    const payload = JSON.stringify({ temp1: 41 });
    expect(await (await bridge({ topic: "a/b", payload })).json()).toMatchObject({ readings: 1 });
    expect(await storedValues()).toEqual([[40], [41]]);
  });

  test("prefers the message, takes a SenML array, and refuses a bare number", async () => {
    await bridge({ payload: '{"temp1":1}', message: { temp1: 40 } });
    clock.advance(1_000);
    await bridge({ payload: '[{"n":"temp1","u":"degF","v":42}]' });
    expect(await storedValues()).toEqual([[40], [42]]);
    expect((await bridge({ topic: "attic/temp1", payload: "21.4" })).status).toBe(400);
  });
});

describe("a database in trouble", () => {
  test("for a moment is survived without storing anything twice", async () => {
    database.failNext({ kind: "refuse" });
    expect((await postJson({ temp1: 40 })).status).toBe(200);
    clock.advance(1_000);
    database.failNext({ kind: "reset_after" });
    expect(await (await postJson({ temp1: 41 })).json()).toMatchObject({ ok: true, readings: 1 });
    clock.advance(1_000);
    database.failNext({ kind: "pg_error", code: "40001" });
    expect((await postJson({ temp1: 42 })).status).toBe(200);
    expect(await storedValues()).toEqual([[40], [41], [42]]);
  });

  test("for longer is a plain 500 with Retry-After, after a bounded number of attempts", async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) database.failNext({ kind: "refuse" });
    const response = await postJson({ temp1: 40 });
    expect(response.status).toBe(500);
    expect(response.headers.get("Retry-After")).toBe("5");
    expect(await response.json()).toEqual({
      error: "We can't read or store data right now: try again in a few seconds",
    });
    expect(database.calls()).toBe(3);
    expect(await storedValues()).toEqual([]);
  });

  test("is reported without the key, its hash or the body", async () => {
    services.reports.length = 0;
    for (let attempt = 0; attempt < 3; attempt += 1) database.failNext({ kind: "refuse" });
    await postJson({ secret_sensor: 40 });
    expect(services.reports).toHaveLength(1);
    const line = JSON.stringify(services.reports);
    expect(line).not.toContain(device.ingestKey);
    expect(line).not.toContain("secret_sensor");
    expect(line).not.toContain("select record_readings");
  });
});

test("a body that breaks off is a 400 without Retry-After, and a warning", async () => {
  services.reports.length = 0;
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"temp1":'));
      stream.error(new Error("the chunk size is none"));
    },
  });
  const url = `http://localhost/api/ingest/${device.ingestKey}`;
  const response = await app.request(
    new Request(url, { method: "POST", body, duplex: "half" } as RequestInit),
  );
  expect([response.status, response.headers.get("Retry-After"), await response.json()]).toEqual([
    400,
    null,
    { error: "The body is incomplete or framed wrongly: send it again" },
  ]);
  expect(services.reports).toMatchObject([{ level: "warn", event: "body_broken_off" }]);
});
