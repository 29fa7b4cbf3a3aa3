import { afterEach, describe, expect, test } from "vitest";
import { carryForward } from "../../../lib/history/history-shard.actions.ts";
import { at, type HistoryDevice, openHistory } from "./history-home.ts";

const QUARTER_MS = 900_000;

const history = await openHistory();
afterEach(async () => {
  await history.database.sql`truncate devices, carried_values, snapshots cascade`;
});

/** Takes `10:03`, or `19T10:03` for another day of the month. */
const today = (time: string): string => `2026-11-${time.includes("T") ? time : `20T${time}`}Z`;
const quarterOf = (time: string): number => Math.floor(at(today(time)) / QUARTER_MS);

/** Posts values at a time of the day: `{s1: 41.5}`, or `{s2: true}` for a door. */
async function say(device: HistoryDevice, time: string, values: Record<string, number | boolean>) {
  history.clock.set(today(time));
  const sensors = Object.entries(values).map(([key, value]) => ({
    ...(typeof value === "boolean" ? { key, kind: "door" } : { key, kind: "temperature", unit: "°F" }),
    value,
  }));
  expect((await history.post(device, { sensors })).status).toBe(200);
}

/** Runs a tick of the day, five seconds after it or at another time. Returns the number of carried values. */
async function tick(time: string, ranAt = time): Promise<number> {
  history.clock.set(new Date(at(today(ranAt)) + 5_000));
  return (await carryForward(history.services.db, new Date(today(time)))).carried;
}

/** Returns a device's runs in the form `2: 10:15–10:45 = 1`: position, first and last quarter, value. */
async function runs({ number }: HistoryDevice): Promise<string[]> {
  const rows = await history.database.sql<Record<"position" | "from_bucket" | "to_bucket" | "value", number>>`
    select * from carried_values where device_number = ${number} order by position, from_bucket`;
  const time = (bucket: number): string => new Date(bucket * QUARTER_MS).toISOString().slice(11, 16);
  return rows.map((row) => `${row.position}: ${time(row.from_bucket)}–${time(row.to_bucket)} = ${row.value}`);
}

/** A device whose door opened at 10:03. Its thermometer sends every ten minutes from then until 12:00. */
async function houseWithDoor(): Promise<HistoryDevice> {
  const device = await history.device(["temperature", "door"]);
  await say(device, "10:03", { s1: 40, s2: true });
  for (let minute = 13; minute <= 120; minute += 10)
    await say(device, new Date(at(today("10:00")) + minute * 60_000).toISOString().slice(11, 16), { s1: 41 });
  return device;
}

describe("a tick that runs", () => {
  test("twice or three times at once holds each quarter once", async () => {
    const device = await houseWithDoor();
    for (const time of ["10:30", "10:45"])
      expect(await Promise.all([tick(time), tick(time), tick(time)])).toEqual([1, 1, 1]);
    expect(await tick("10:45")).toBe(1);
    expect(await tick("10:30")).toBe(1);
    expect(await runs(device)).toEqual(["2: 10:15–10:30 = 1"]);
  });

  test("beside the next one, or after it, leaves no quarter out and none twice", async () => {
    const device = await houseWithDoor();
    await Promise.all([tick("10:30"), tick("10:45"), tick("11:00")]);
    await tick("11:30");
    await tick("11:15");
    await tick("11:45");
    const rows = await history.database.sql<{ bucket: number }>`
      select generate_series(from_bucket, to_bucket) as bucket from carried_values
      where device_number = ${device.number} and position = 2 order by bucket`;
    const first = quarterOf("10:15");
    expect(rows.map(({ bucket }) => bucket)).toEqual([0, 1, 2, 3, 4, 5].map((index) => first + index));
  });

  test("late carries the values of its time, whatever was sent since", async () => {
    const device = await history.device(["temperature", "door"]);
    await say(device, "10:03", { s1: 40, s2: true });
    await say(device, "10:20", { s1: 41 });
    await say(device, "10:31", { s1: 42, s2: false });
    await say(device, "10:46", { s1: 43, s2: true });
    expect(await tick("10:30", "10:50")).toBe(1);
    expect(await tick("10:45", "10:50")).toBe(0);
    expect(await runs(device)).toEqual(["2: 10:15–10:15 = 1"]);
  });

  test("sees a reading that came late and out of order where it belongs", async () => {
    const device = await history.device(["temperature"]);
    await history.database.sql`update sensors set unit = '°C'`;
    const sayOf = (time: string, v: number) =>
      history.post(device, [{ n: "s1", u: "Cel", v, t: at(today(time)) / 1_000 }]);
    history.clock.set(today("11:00"));
    await sayOf("10:50", 7);
    await sayOf("10:05", 5);
    await sayOf("10:25", 6);
    expect([await tick("10:30"), await tick("10:45")]).toEqual([0, 1]);
    expect(await runs(device)).toEqual(["1: 10:30–10:30 = 6"]);
  });
});

test("a device that goes while a tick holds leaves nothing behind", async () => {
  for (let round = 0; round < 5; round += 1) {
    const device = await houseWithDoor();
    await tick("10:30");
    await Promise.all([
      tick("10:45"),
      tick("11:15"),
      history.call("DELETE", `devices/${device.id}`),
      tick("11:00"),
    ]);
    expect(await runs(device)).toEqual([]);
  }
});
