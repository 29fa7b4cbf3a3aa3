import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { groupOf } from "../../functions/all/paths.ts";
import { ingestApp } from "../../functions/ingest/app.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { testClock, testServices } from "../support/services.ts";

let device: TestDevice;
const clock = testClock("2026-11-20T10:00:00Z");

const database = await openTestDatabase();
const home = await addHome(database);
const app = ingestApp(testServices(database, clock));
beforeEach(async () => {
  device = await addDevice(database, home);
  clock.advance(3_600_000);
});

const sensors = () =>
  database.sql<{ key: string; kind: string; unit: string | null }>`
    select key, kind, unit from sensors where device_id = ${device.id} order by key`;

const address = (rest = "") => `/api/ingest/${device.ingestKey}${rest}`;
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  app.request(path, { method: "POST", body, headers });
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const QUERY = "ID=A&PASSWORD=b&dateutc=now&action=updateraw&tempf=33.1&humidity=81&baromin=29.92";

describe("a station that can only send", () => {
  test.each([
    ["a query", () => app.request(address(`?${QUERY}`))],
    [
      "a query behind a path of its own",
      () => app.request(address(`/weatherstation/updateweatherstation.php?${QUERY}`)),
    ],
    ["a form", () => post(address(), QUERY, FORM)],
    ["a form to a path of its own", () => post(address("/data/report/"), QUERY, FORM)],
    ["a console that writes no question mark", () => app.request(address(`/data/report/&${QUERY}`))],
  ])("%s is read like any other", async (_, send) => {
    const answer = await send();
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { ok: true, readings: 3, sensors_created: 3 },
    ]);
    expect(await sensors()).toEqual([
      { key: "baromin", kind: "pressure", unit: "inHg" },
      { key: "humidity", kind: "humidity", unit: "%" },
      { key: "tempf", kind: "temperature", unit: "°F" },
    ]);
  });

  test("an address that was joined with two slashes is the device's", async () => {
    const joined = (path: string) =>
      app.request(`http://home.example/${path}`, { method: "POST", body: '{"temp1":41}' });
    expect((await joined(address())).status).toBe(200);
    expect(groupOf(`/${address()}`)).toBe("ingest");
  });

  test("a number that is none is counted in the answer that explains", async () => {
    const answer = await post(address("?explain=1"), '{"temp_c":nan,"leak":true}');
    expect(await answer.json()).toMatchObject({ readings: 1, not_numbers: 1 });
  });

  test.each([
    ["event=flood.alarm", "flood", 1],
    ["event=flood.alarm_off", "flood", 0],
    ["state=open&lux=12&temp=19.6&id=shellydw2-1", "door", 1],
  ])("Shelly's first generation says %s, which is %s %i", async (query, kind, value) => {
    const answer = await app.request(address(`?${query}&explain=1`));
    expect((await answer.json()).sensors).toContainEqual(expect.objectContaining({ kind, value }));
  });

  test("keys of its own in a query is read in them, and the answer says what was understood", async () => {
    const answer = await app.request(address("?temp1=41.5&humidity1=55&explain=1"));
    expect(await answer.json()).toMatchObject({ ok: true, readings: 2 });
    expect((await sensors()).map(({ key }) => key)).toEqual(["humidity1", "temp1"]);
  });

  test.each([
    ["no query", () => app.request(address()), 405],
    ["only a look at the head", () => app.request(address("?temp1=4"), { method: "HEAD" }), 405],
    ["what a chat appends to a link", () => app.request(address("?fbclid=12345&utm_source=7&gclid=4")), 400],
    ["a query without a measurement", () => app.request(address("?id=4&version=2")), 400],
    ["a wrong key", () => app.request("/api/ingest/nope?temp1=4"), 401],
    ["a form as JSON", () => post(address(), "temp1=4", { "Content-Type": "application/json" }), 400],
    ["more than 64 KB of form", () => post(address(), `temp1=4&x=${"a".repeat(65_536)}`, FORM), 413],
    ["more than 64 KB of query", () => app.request(address(`?temp1=4&x=${"a".repeat(65_536)}`)), 413],
  ])("%s is refused, without a call of the database", async (_, send, status) => {
    database.resetCalls();
    expect([(await send()).status, database.calls()]).toEqual([status, 0]);
    expect(await sensors()).toEqual([]);
  });
});

describe("InfluxDB's clients", () => {
  const LINE = 'bme280,room=cellar temp_c=5.31,humidity=71i,note="a b" 1763632800000000000\n';

  test.each([
    [
      "version 2, the key as token",
      () => post("/api/v2/write?org=o&bucket=b", LINE, { Authorization: `Token ${device.ingestKey}` }),
    ],
    ["version 1, the key as password", () => post(`/write?db=home&u=x&p=${device.ingestKey}`, LINE)],
    [
      "version 1, by HTTP Basic",
      () => post("/write?db=home", LINE, { Authorization: `Basic ${btoa(`any:${device.ingestKey}`)}` }),
    ],
  ])("write as to %s", async (_, send) => {
    expect((await send()).status).toBe(204);
    expect(await sensors()).toEqual([
      { key: "bme280_cellar_humidity", kind: "humidity", unit: "%" },
      { key: "bme280_cellar_temp_c", kind: "temperature", unit: "°C" },
    ]);
  });

  test("find a server, and a database that nobody has to make", async () => {
    const ping = await app.request("/ping");
    expect([ping.status, ping.headers.get("X-Influxdb-Version")]).toEqual([204, "1.8.10"]);
    expect((await app.request("/ping", { method: "HEAD" })).status).toBe(204);
    const made = { results: [{ statement_id: 0 }] };
    for (const asked of [
      await app.request("/query?q=CREATE+DATABASE+%22home%22&db=home"),
      await post("/query?q=CREATE+DATABASE+home", ""),
      await post("/query", "q=create+database+home", FORM),
    ])
      expect([asked.status, await asked.json()]).toEqual([200, made]);
    const shown = await app.request("/query?q=SHOW+DATABASES");
    expect(await shown.json()).toMatchObject({ results: [{ series: [{ values: [["hearthwatch"]] }] }] });
    expect((await app.request("/query?q=SELECT+*+FROM+temp")).status).toBe(400);
    expect((await post("/query", "")).status).toBe(400);
  });

  test.each(["Basic", "Basic !!", "Basic eA==", "Token"])("are refused with %s", async (Authorization) => {
    expect((await post("/write", LINE, { Authorization })).status).toBe(401);
  });

  test("are refused without a key, and with a text that is none of theirs", async () => {
    expect((await post("/api/v2/write", LINE)).status).toBe(401);
    const answer = await post("/api/v2/write", "hello", { Authorization: `Token ${device.ingestKey}` });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: expect.stringContaining("line protocol") });
  });
});

test("Prometheus' text is read by the units in its names, without what the exporter says of itself", async () => {
  const text = [
    "# HELP room_temperature_celsius Temperature",
    "# TYPE room_temperature_celsius gauge",
    'room_temperature_celsius{room="cellar"} 5.31',
    'room_humidity_percent{room="cellar"} 71 1763632800000',
    "go_goroutines 12",
  ].join("\n");
  expect((await post(address(), text, { "Content-Type": "text/plain" })).status).toBe(200);
  expect(await sensors()).toEqual([
    { key: "cellar_room_humidity_percent", kind: "humidity", unit: "%" },
    { key: "cellar_room_temperature_celsius", kind: "temperature", unit: "°C" },
  ]);
});

describe("a packed body", () => {
  const packed = (body: Uint8Array, encoding: string) =>
    app.request(address(), { method: "POST", body: body.slice(), headers: { "Content-Encoding": encoding } });
  const JSON_BODY = '{"temp1":41.5}';
  const readings = (bytes: number) => `${JSON_BODY.slice(0, -1)}${" ".repeat(bytes - JSON_BODY.length)}}`;

  test.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    [" GZIP ", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
  ])("as %s is read like any other", async (encoding, pack) => {
    expect((await packed(pack(JSON_BODY), encoding)).status).toBe(200);
    expect((await sensors()).map(({ key }) => key)).toEqual(["temp1"]);
  });

  test("may unpack to 64 KB and no byte more", async () => {
    expect((await packed(gzipSync(readings(65_536)), "gzip")).status).toBe(200);
    for (const bytes of [65_537, 50_000_000])
      expect((await packed(gzipSync(readings(bytes)), "gzip")).status).toBe(413);
  });

  test("that ends too early, or is followed by more, is a 400", async () => {
    const whole = gzipSync(JSON_BODY);
    expect((await packed(whole.subarray(0, -4), "gzip")).status).toBe(400);
    expect((await packed(Buffer.concat([whole, Buffer.from("x")]), "gzip")).status).toBe(400);
    expect((await packed(new Uint8Array(), "gzip")).status).toBe(400);
  });
});
