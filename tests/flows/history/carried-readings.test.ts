import { afterEach, describe, expect, test } from "vitest";
import { carryForward } from "../../../lib/history/history-shard.actions.ts";
import { listReadings } from "../../../lib/history/readings.queries.ts";
import type { ApiReadings } from "../../../schema/wire/readings.ts";
import { answerOf } from "../../support/api.ts";
import { addHome } from "../../support/fixtures.ts";
import { at, DAY_MS, type HistoryDevice, openHistory, type Sensor } from "./history-home.ts";

const NOW = "2026-11-20T10:30:00Z";
const QUARTER_MS = 900_000;
const START = at("2026-11-18T22:00:00Z");

const history = await openHistory(NOW);
afterEach(async () => {
  history.clock.set(NOW);
  await empty();
});

/** Stores a run of `quarters` carried quarter hours of a sensor. `from`: the first one's number since the epoch. */
const hold = ({ deviceNumber, position }: Sensor, from: number, quarters: number, value: number) =>
  history.database.sql`
    insert into carried_values (device_number, position, from_bucket, to_bucket, value)
    values (${deviceNumber}, ${position}, ${from}, ${from + quarters - 1}, ${value})`;

const empty = () =>
  history.database.sql`
    truncate snapshots, carried_values, history_15m_chunks, history_1h_chunks, history_1d, rolled_days`;

test.each([true, false])(
  "quarter hours have carried and sent values, on pages of any length, rolled up: %s",
  async (isRolled) => {
    const device = await history.device(["temperature", "humidity"]);
    const first = START / QUARTER_MS;
    const micros = (quarter: number) => (START + quarter * QUARTER_MS) * 1_000;
    await history.fill(device, [
      [micros(0), [1, 2]],
      [micros(3), [3, null]],
      [micros(7) + 1, [null, 4]],
    ]);
    if (isRolled) await history.compact();
    for (const sensor of device.sensors) await hold(sensor, first + 1, 4, 100);
    const range = { from: new Date(START), to: new Date(START + 8 * QUARTER_MS), resolution: "15m" as const };
    const all = await history.page(device.sensors, range);
    const told = all.map(({ recordedAt, value }) => [(recordedAt.getTime() - START) / QUARTER_MS, value]);
    expect(told).toEqual([
      ...[
        [0, 1],
        [0, 2],
        [1, 100],
        [1, 100],
        [2, 100],
        [2, 100],
      ],
      ...[
        [3, 3],
        [3, 100],
        [4, 100],
        [4, 100],
        [7, 4],
      ],
    ]);
    for (const each of [1, 2, 3, 5]) {
      expect(await history.pages(device.sensors, range, each)).toEqual(all);
      const asked = { sensors: device.sensors, ...range, now: history.clock(), limit: each };
      const newest = await listReadings(history.services.db, asked);
      expect(newest).toEqual(all.slice(-each).map(({ place: _, ...item }) => item));
    }
  },
);

describe("a held quarter hour", () => {
  const range = { from: new Date("2026-11-20T08:00:00Z"), to: new Date("2026-11-20T10:00:00Z") };
  const quarterOf = (iso: string): number => at(iso) / QUARTER_MS;

  test("is a bucket of no readings, as JSON, as CSV and behind a share link", async () => {
    const device = await history.device(["door"]);
    await hold(device.first, quarterOf("2026-11-20T09:00:00Z"), 1, 1);
    const query = `sensor_id=${device.first.sensorId}&resolution=15m`;
    const { body } = await answerOf<ApiReadings>(history.call("GET", `readings?${query}`));
    expect(body.readings).toEqual([
      expect.objectContaining({
        recorded_at: "2026-11-20T09:00:00.000Z",
        value_num: 1,
        value_bool: true,
        min: 1,
        max: 1,
        avg: 1,
        last: 1,
        count: 0,
      }),
    ]);
    const csv = await (await history.call("GET", `readings?format=csv&${query}`)).text();
    expect(csv.split("\r\n")[1]).toMatch(/,1,true,15m,1,1,1,0,1,/);
    const { readings } = await history.share("key=s1&resolution=15m");
    expect(readings).toEqual([expect.objectContaining({ value_num: 1, count: 0 })]);
  });

  test("is in no other resolution", async () => {
    const device = await history.device();
    await hold(device.first, quarterOf("2026-11-20T08:00:00Z"), 8, 41);
    for (const resolution of ["raw", "1h", "1d"] as const)
      expect(await history.page(device.sensors, { ...range, resolution })).toEqual([]);
    expect(await history.page(device.sensors, { ...range, resolution: "15m" })).toHaveLength(8);
  });

  test("gives way to a reading that comes late, and its run goes on around it", async () => {
    const device = await history.device();
    await history.database.sql`update sensors set unit = '°C' where id = ${device.first.sensorId}`;
    const say = (iso: string, v: number) => {
      history.clock.set(iso);
      return history.post(device, [{ n: "s1", u: "Cel", v, t: at(iso) / 1_000 }]);
    };
    await say("2026-11-20T08:55:00Z", 5);
    for (const time of ["09:15", "09:30"]) {
      history.clock.set(`2026-11-20T${time}:05Z`);
      await carryForward(history.services.db, new Date(`2026-11-20T${time}:00Z`));
    }
    const read = async () =>
      (await history.page(device.sensors, { ...range, resolution: "15m" })).map(({ value, bucket }) => [
        value,
        bucket?.count,
      ]);
    expect(await read()).toEqual([
      [5, 1],
      [5, 0],
      [5, 0],
    ]);
    history.clock.set("2026-11-20T09:40:00Z");
    await history.post(device, [{ n: "s1", u: "Cel", v: 4, t: at("2026-11-20T09:05:00Z") / 1_000 }]);
    expect(await read()).toEqual([
      [5, 1],
      [4, 1],
      [5, 0],
    ]);
  });

  test("is shown and kept as long as the plan keeps quarter hours", async () => {
    const free = await history.device(["temperature"], await addHome(history.database, "Cleo", "free"));
    const pro = await history.device();
    await history.compact();
    const ages = [1, 29, 31, 399, 401];
    const quarterBack = (days: number): number => Math.floor((at(NOW) - days * DAY_MS) / QUARTER_MS);
    for (const { first } of [free, pro])
      for (const days of ages) await hold(first, quarterBack(days), 2, days);
    const shown = async ({ sensors }: HistoryDevice) =>
      (
        await history.page(sensors, {
          from: new Date(at(NOW) - 500 * DAY_MS),
          to: new Date(NOW),
          resolution: "15m",
        })
      ).map(({ value }) => value);
    const before = [await shown(free), await shown(pro)];
    expect(before).toEqual([
      [29, 29, 1, 1],
      [399, 399, 31, 31, 29, 29, 1, 1],
    ]);
    expect(await history.drop()).toMatchObject({ carried: 4, unfinished: 0 });
    expect([await shown(free), await shown(pro)]).toEqual(before);
    expect(await history.count("carried_values", `device_number = ${free.number}`)).toBe(2);
    expect(await history.count("carried_values", `device_number = ${pro.number}`)).toBe(4);
    expect(await history.drop()).toMatchObject({ carried: 0 });
  });
});
