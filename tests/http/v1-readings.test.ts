import { describe, expect, test } from "vitest";
import { v1App } from "../../functions/v1/app.ts";
import type { ApiReadings } from "../../schema/wire/readings.ts";
import { answerOf, openApi } from "../support/api.ts";
import { addApiKey, addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { sensorOf } from "../support/readings.ts";

const api = await openApi();
const cellar = await addDevice(api.database, api.home, { name: "Cellar" });
const attic = await addDevice(api.database, api.home, { name: "Attic", enabled: false });
for (const [minute, celsius] of [
  [0, 40.5],
  [20, 41],
  [40, 41.5],
] as const) {
  api.clock.set(new Date(Date.UTC(2026, 10, 20, 9, minute)));
  await api.post(cellar, { temp1: celsius, flood1: minute === 40 });
}
await api.post(attic, { temp1: 60 });
api.clock.set("2026-11-20T10:00:00Z");

const read = (query: string, key = api.key) =>
  answerOf<ApiReadings & { error?: string }>(api.call("GET", `readings?${query}`, { key }));
const csv = async (query: string, headers: Record<string, string> = {}, key = api.key) => {
  const response = await api.call("GET", `readings?${query}`, { headers, key });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const sensorId = (device: TestDevice, key: string) => sensorOf(api.database, device.id, key);

describe("readings", () => {
  test("are one flat object each, oldest first, of the last 24 hours", async () => {
    const { status, body } = await read("");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: "2026-11-19T10:00:00.000Z",
      to: "2026-11-20T10:05:00.000Z",
      resolution: "raw",
      next_cursor: null,
    });
    expect(body.readings).toHaveLength(7);
    expect(body.readings.find(({ key }) => key === "temp1")).toEqual({
      recorded_at: "2026-11-20T09:00:00.000Z",
      sensor_id: await sensorId(cellar, "temp1"),
      key: "temp1",
      label: "temp1",
      kind: "temperature",
      unit: "°F",
      value_num: 40.5,
      value_bool: null,
      resolution: "raw",
      device_id: cellar.id,
      device: expect.any(String),
      space: expect.any(String),
      unit_assumed: false,
    });
    expect(body.readings.findLast(({ key }) => key === "flood1")).toMatchObject({
      value_num: 1,
      value_bool: true,
      unit: null,
    });
  });

  test("are chosen by sensor, by several, by device and by key", async () => {
    const [temp, flood] = [await sensorId(cellar, "temp1"), await sensorId(cellar, "flood1")];
    expect((await read(`sensor_id=${temp}`)).body.readings).toHaveLength(3);
    expect((await read(`sensor_id=${temp}&sensor_id=${flood}`)).body.readings).toHaveLength(6);
    expect((await read(`device_id=${attic.id}`)).body.readings).toHaveLength(1);
    expect((await read("key=temp1")).body.readings).toHaveLength(4);
    expect((await read(`device_id=${cellar.id}&key=nothing`)).body.readings).toEqual([]);
  });

  test("are cut to from ≤ time < to, offsets included", async () => {
    const times = async (query: string) =>
      (await read(`key=flood1&${query}`)).body.readings.map(({ recorded_at }) => recorded_at.slice(11, 16));
    expect(await times("from=2026-11-20T09:20:00Z")).toEqual(["09:20", "09:40"]);
    expect(await times("to=2026-11-20T10:20:00%2B01:00")).toEqual(["09:00"]);
    expect(await times("from=2026-11-20T09:20:00Z&to=2026-11-20T09:20:00Z")).toEqual([]);
  });

  test("come in pages, complete and without repeats while more arrive", async () => {
    const home = await addHome(api.database);
    const key = await addApiKey(api.database, home);
    const device = await addDevice(api.database, home);
    // All within one millisecond, as fast firmware posts.
    for (let index = 0; index < 8; index += 1) await api.post(device, { temp1: index, temp2: index });
    const values: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await read(`limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`, key);
      values.push(...body.readings.map((reading) => `${reading.key}=${reading.value_num}`));
      cursor = body.next_cursor;
      if (values.length < 10) await api.post(device, { temp1: 100 + values.length });
    }
    expect(new Set(values).size).toBe(values.length);
    for (let index = 0; index < 8; index += 1)
      expect(values).toEqual(expect.arrayContaining([`temp1=${index}`, `temp2=${index}`]));
  });
});

describe("as CSV", () => {
  /** Returns the key of a home whose only sensor sent a reading in each of `count` seconds. */
  const homeWithSeconds = async (count: number) => {
    const home = await addHome(api.database);
    const device = await addDevice(api.database, home);
    await api.post(device, { temp1: 1 });
    await api.database.sql`
      insert into snapshots (device_number, recorded_at, "values")
      select d.number, '2026-11-20T00:00:00Z'::timestamptz + g * interval '1 second', array[g]
      from devices d, generate_series(1, ${count}::integer) g where d.id = ${device.id}`;
    return addApiKey(api.database, home);
  };

  test("they are a table with a head, by Accept or by format", async () => {
    const query = `sensor_id=${await sensorId(cellar, "flood1")}`;
    const byFormat = await csv(`${query}&format=csv`);
    const [device] = await api.database.sql`select name, space from devices where id = ${cellar.id}`;
    const place = `${cellar.id},${device?.name},${device?.space}`;
    expect(byFormat.text.split("\r\n")).toEqual([
      "recorded_at,sensor_id,key,label,kind,unit,value_num,value_bool,resolution,device_id,device,space,unit_assumed,min,max,avg,count,last",
      `2026-11-20T09:00:00.000Z,${query.slice(10)},flood1,flood1,flood,,0,false,raw,${place},false,,,,,`,
      `2026-11-20T09:20:00.000Z,${query.slice(10)},flood1,flood1,flood,,0,false,raw,${place},false,,,,,`,
      `2026-11-20T09:40:00.000Z,${query.slice(10)},flood1,flood1,flood,,1,true,raw,${place},false,,,,,`,
      "",
    ]);
    expect(byFormat.headers.get("Content-Type")).toBe("text/csv; charset=utf-8; header=present");
    expect(byFormat.headers.get("Content-Disposition")).toBe(
      'attachment; filename="readings-2026-11-19-2026-11-20.csv"',
    );
    expect(byFormat.headers.get("Cache-Control")).toBe("no-store");
    const saved = await api.call("GET", `readings.csv?${query}`, {
      headers: { Accept: "text/html,*/*;q=0.8" },
    });
    expect([...new Uint8Array(await saved.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    expect((await csv(query, { Accept: "text/csv" })).text).toBe(byFormat.text);
    expect((await csv(`${query}&format=json`, { Accept: "text/csv" })).headers.get("Content-Type")).toMatch(
      /json/,
    );
    expect((await csv(`${query}&format=csv&limit=1`)).text.split("\r\n")).toHaveLength(3);
  });

  test("a long stretch is streamed in pages of the store and loses nothing", async () => {
    const key = await homeWithSeconds(28_000);
    api.database.resetCalls();
    const { text } = await csv("format=csv&from=2026-11-20T00:00:00Z", {}, key);
    const lines = text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(28_002);
    expect(new Set(lines).size).toBe(28_002);
    expect(api.database.calls()).toBe(2 + 2);
  });

  test("a database that fails before the first line is a 500 and no torn file", async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) api.database.failNext({ kind: "delay", ms: 0 });
    for (let attempt = 0; attempt < 3; attempt += 1) api.database.failNext({ kind: "refuse" });
    expect((await csv("format=csv")).status).toBe(500);
  });

  test("one that fails in the middle tears the stream, and says so in the log", async () => {
    const key = await homeWithSeconds(26_000);
    const response = await v1App(api.services).request(
      "/api/v1/readings?format=csv&from=2026-11-20T00:00:00Z",
      {
        headers: { Authorization: `Bearer ${key}` },
      },
    );
    for (let attempt = 0; attempt < 3; attempt += 1) api.database.failNext({ kind: "refuse" });
    await expect(response.text()).rejects.toThrow();
    expect(api.services.reports.at(-1)).toMatchObject({ level: "error", event: "stream_torn" });
  });
});
