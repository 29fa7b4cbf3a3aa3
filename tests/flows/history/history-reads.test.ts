import { describe, expect, test } from "vitest";
import { BUCKET_MS, bucketsOf } from "../../../lib/history/buckets.ts";
import { listReadings } from "../../../lib/history/readings.queries.ts";
import type { Resolution } from "../../../schema/vocabulary.ts";
import type { ApiReadings } from "../../../schema/wire/readings.ts";
import { answerOf } from "../../support/api.ts";
import { at, DAY_MS, type HistoryDevice, openHistory, quarterHours } from "./history-home.ts";

const RESOLUTIONS: Resolution[] = ["raw", "15m", "1h", "1d"];
const NOW = "2026-11-20T10:30:00Z";

const history = await openHistory(NOW);

const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const read = async (query: string) =>
  (await answerOf<ApiReadings>(history.call("GET", `readings?limit=1000&${query}`))).body;
const postLate = (device: HistoryDevice, value: number, atIso: string) =>
  history.post(device, [{ n: "s1", u: "Cel", v: value, t: at(atIso) / 1_000 }]);

/** Returns all answers of both APIs about a device in a range of days. */
async function answers({ id, first }: HistoryDevice, from: string, to: string): Promise<string[]> {
  const stretch = `from=${from}&to=${to}`;
  const asked = RESOLUTIONS.flatMap((resolution) => [
    history
      .call("GET", `readings?limit=1000&device_id=${id}&${stretch}&resolution=${resolution}`)
      .then((response) => response.text()),
    history
      .call("GET", `readings?format=csv&sensor_id=${first.sensorId}&${stretch}&resolution=${resolution}`)
      .then((response) => response.text()),
    history.share(`key=s1&${stretch}&resolution=${resolution}&unit=C`).then((body) => JSON.stringify(body)),
    history.share(`key=s1&${stretch}&resolution=${resolution}&limit=50`).then((body) => JSON.stringify(body)),
  ]);
  return Promise.all(asked);
}

describe("an answer", () => {
  test("is the same from snapshots, from the tiers, and after sealing", async () => {
    const device = await history.device(["temperature", "door", "humidity"]);
    for (const day of ["2026-11-10", "2026-11-11", "2026-11-18", "2026-11-20"])
      await history.fill(
        device,
        quarterHours(
          day,
          (index) => [
            70 + Math.sin(index / 9) * 7.3,
            index % 5 === 0 ? 1 : 0,
            index % 3 === 0 ? null : 0.1 * index,
          ],
          5,
        ).map(([micros, values], index) => [micros + (index % 7) * 1_234_567, values]),
      );
    const [from, to] = ["2026-11-10T00:00:00Z", "2026-11-21T00:00:00Z"];
    const fresh = await answers(device, from, to);
    expect(fresh[0]?.length).toBeGreaterThan(10_000);
    history.clock.set("2026-11-16T10:30:00Z");
    expect(await history.compact()).toMatchObject({ rolledUp: 2, sealed: 0, unfinished: 0 });
    history.clock.set(NOW);
    expect(await answers(device, from, to)).toEqual(fresh);
    expect(await history.compact()).toMatchObject({ rolledUp: 1, sealed: 2, days: 2 });
    expect(await answers(device, from, to)).toEqual(fresh);
  });

  test("in buckets tells what was in them, as the domain would", async () => {
    const device = await history.device(["temperature", "door"]);
    const rows = quarterHours("2026-11-17", (index) => [60 + ((index * 37) % 23) / 10, index % 2], 5);
    await history.fill(device, rows);
    const points = rows.map(([atMicros, [value]]) => ({ atMicros, value: value ?? 0 }));
    for (const round of ["fresh", "rolled"]) {
      if (round === "rolled") await history.compact();
      for (const resolution of ["15m", "1h"] as const) {
        const { readings } = await read(
          `sensor_id=${device.first.sensorId}&from=2026-11-17T00:00:00Z&to=2026-11-18T00:00:00Z&resolution=${resolution}`,
        );
        const expected = bucketsOf(points, resolution);
        expect(readings).toHaveLength(expected.length);
        for (const [index, { bucket, count, min, max, avg, last }] of expected.entries()) {
          expect(readings[index]).toMatchObject({ count, min, max, last, key: "s1", unit: "°F" });
          expect(readings[index]?.recorded_at).toBe(new Date(bucket * BUCKET_MS[resolution]).toISOString());
          expect(readings[index]?.avg).toBeCloseTo(avg, 9);
          expect(readings[index]?.value_num).toBe(readings[index]?.avg);
        }
      }
    }
  });

  test("of what is no longer kept raw says what it has, in the answer and in each row", async () => {
    const device = await history.device();
    await history.fillDay(device, "2026-07-01", () => [20]);
    await history.compact();
    const query = `sensor_id=${device.first.sensorId}&from=2026-07-01T00:00:00Z&to=2026-07-01T01:00:00Z`;
    const answer = await read(`${query}&resolution=raw`);
    expect(answer).toMatchObject({ resolution: "15m", readings: [{}, {}, {}, {}] });
    expect(answer.readings[0]).toMatchObject({ resolution: "15m", count: 1, min: 20, value_num: 20 });
    const csv = await (await history.call("GET", `readings.csv?${query}`)).text();
    expect(csv.split("\r\n")[1]).toMatch(/,15m,.*,20,20,20,1,20$/);
    const recent = await read(`sensor_id=${device.first.sensorId}`);
    expect(recent).toMatchObject({ resolution: "raw", readings: [] });
  });

  test("as CSV has the columns of buckets where buckets were asked for", async () => {
    const response = await history.call("GET", "readings?format=csv&resolution=1d");
    const [head] = (await response.text()).split("\r\n");
    expect(head).toBe(
      "recorded_at,sensor_id,key,label,kind,unit,value_num,value_bool,resolution,min,max,avg,count,last,device_id,device,space,unit_assumed",
    );
  });
});

describe("a late reading", () => {
  test("is in its bucket at once, though the day was rolled up, and in the tiers with the next run", async () => {
    const device = await history.device();
    await history.database.sql`update sensors set unit = '°C' where id = ${device.first.sensorId}`;
    await history.fillDay(device, "2026-11-14", () => [20]);
    const query = `sensor_id=${device.first.sensorId}&from=2026-11-14T00:00:00Z&to=2026-11-15T00:00:00Z`;
    await history.compact();
    expect((await postLate(device, 5, "2026-11-14T12:05:00Z")).status).toBe(200);
    const once = await read(`${query}&resolution=1h`);
    expect(once.readings[12]).toMatchObject({ count: 5, min: 5, max: 20 });
    expect(await history.compact()).toMatchObject({ rolledUp: 1 });
    expect(await read(`${query}&resolution=1h`)).toEqual(once);
    expect((await read(`${query}&resolution=1d`)).readings).toMatchObject([{ count: 97, min: 5 }]);
    expect(await history.compact()).toMatchObject({ rolledUp: 0 });
    history.clock.set("2026-11-23T01:00:00Z");
    expect(await history.compact()).toMatchObject({ unfinished: 0 });
    expect(await history.count("history_chunks", `device_number = ${device.number}`)).toBe(1);
    expect(await read(`${query}&resolution=1h`)).toEqual(once);
    expect((await read(`${query}&resolution=raw`)).readings).toHaveLength(97);
    history.clock.set(NOW);
  });

  test("and a roll-up at the same time never leave a bucket that lacks it", async () => {
    const device = await history.device();
    await history.database.sql`update sensors set unit = '°C' where id = ${device.first.sensorId}`;
    await history.fillDay(device, "2026-11-16", () => [20]);
    const posts = Array.from({ length: 20 }, (_, minute) =>
      postLate(device, 30, `2026-11-16T10:${String(minute + 30)}:30Z`),
    );
    await Promise.all([...posts, history.compact(), history.compact(), history.compact()]);
    const query = `sensor_id=${device.first.sensorId}&from=2026-11-16T00:00:00Z&to=2026-11-17T00:00:00Z`;
    for (const _ of ["before", "after"]) {
      expect((await read(`${query}&resolution=1d`)).readings).toMatchObject([{ count: 116, max: 30 }]);
      await history.compact();
    }
  });
});

test("a year by day is one query of one tier", { timeout: 60_000 }, async () => {
  const own = await openHistory(NOW);
  const device = await own.device();
  // Readings on one day a week are enough: the empty days between cost nothing.
  const first = at("2025-11-21T00:00:00Z");
  const timeOf = (index: number) => first + (Math.floor(index / 4) * 7 + (index % 4) / 4) * DAY_MS;
  await own.fill(
    device,
    Array.from({ length: 52 * 4 }, (_, index) => [timeOf(index) * 1_000, [index % 50]]),
  );
  expect(await own.compact()).toMatchObject({ unfinished: 0 });
  expect(await own.count("history_chunks")).toBe(51);
  own.database.resetCalls();
  const year = { ...range("2025-11-20T00:00:00Z", NOW), resolution: "1d" as const };
  const days = await own.page(device.sensors, year);
  expect(own.database.calls()).toBe(1);
  expect(days).toHaveLength(52);
  expect(days.every(({ bucket }) => bucket?.count === 4)).toBe(true);
});

test("the newest and the oldest readings of sealed days are the ends of all, however few are asked for", async () => {
  const own = await openHistory(NOW);
  const device = await own.device(["temperature", "humidity", "temperature"]);
  for (const day of ["2026-11-05", "2026-11-06"])
    await own.fillDay(device, day, (index) => [60 + index, index % 5 === 0 ? null : index, index % 3], 30);
  const stretch = { ...range("2026-11-05T00:00:00Z", NOW), sensors: device.sensors, now: own.clock() };
  const all = await own.page(device.sensors, stretch);
  await own.compact();
  expect(await own.count("snapshots")).toBe(0);
  for (const limit of [1, 2, 3, 50, 139, 140, 141, 200, 300]) {
    const newest = await listReadings(own.services.db, { ...stretch, limit });
    expect(newest, String(limit)).toEqual(all.slice(-limit).map(({ place: _, ...reading }) => reading));
    expect(await own.page(device.sensors, stretch, limit), String(limit)).toEqual(all.slice(0, limit));
  }
});
