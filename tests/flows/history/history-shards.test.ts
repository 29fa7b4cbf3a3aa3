import { expect, test } from "vitest";
import { onShards } from "../../../functions/cron/app.ts";
import { compactDays } from "../../../lib/history/compact.actions.ts";
import { historyShard, shareHistory } from "../../../lib/history/history-shard.actions.ts";
import type { DeviceRange } from "../../../lib/kernel/shards.ts";
import { jobServices } from "../../support/jobs.ts";
import { DAY_MS, type HistoryDevice, openHistory } from "./history-home.ts";

const TICK = new Date("2026-11-20T10:00:00Z");
const DEVICES = 5;

const history = await openHistory("2026-09-01T10:30:00Z");
const devices: HistoryDevice[] = [];
for (let index = 0; index < DEVICES; index += 1) devices.push(await history.device());

/** Fills one day of each device, that many days ago, and returns the day. */
async function fillDay(daysAgo: number): Promise<string> {
  const day = new Date(history.clock().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  for (const device of devices) await history.fillDay(device, day, (index) => [index]);
  return day;
}

/** Runs `shareHistory` with two devices a shard, and returns the ranges handed out. `refused`: how many shards fail. */
async function shared(refused = 0) {
  const handed: DeviceRange[] = [];
  const handOutShards = async (
    _: string,
    shards: number,
    _tick: Date,
    ranges: readonly DeviceRange[] = [],
  ) => {
    handed.push(...ranges);
    return shards - refused;
  };
  return { handed, ...(await shareHistory({ ...history.services, handOutShards }, TICK, 2)) };
}

const rolled = async () =>
  (
    await history.database.sql<{ number: number }>`select device_number as number from rolled_days order by 1`
  ).map(({ number }) => number);
const numbers = () => devices.map(({ number }) => number);

test("a run keeps the first devices for itself and hands the others out", async () => {
  const { own, shards, handed } = await shared();
  const [, second = 0, , fourth = 0] = numbers();
  expect([own, shards]).toEqual([{ after: 0, upTo: second }, 2]);
  expect(handed).toEqual([
    { after: second, upTo: fourth },
    { after: fourth, upTo: 2 ** 31 - 1 },
  ]);
});

test("a run does everything itself where a shard was refused, where none can be handed out, or where devices are few", async () => {
  const whole = { own: { after: 0, upTo: 2 ** 31 - 1 }, shards: 0 };
  expect(await shared(1)).toMatchObject({ ...whole, shards: 1 });
  const handOutShards = async () => 1;
  expect(await shareHistory({ ...history.services, handOutShards }, TICK, DEVICES + 1)).toEqual(whole);
});

test("shards and the run roll up each device's day once", async () => {
  await fillDay(1);
  const { own, handed } = await shared();
  expect(await compactDays(history.services, { devices: own, isForAll: true })).toMatchObject({
    rolledUp: 2,
  });
  expect(await rolled()).toEqual(numbers().slice(0, 2));
  const { services } = jobServices(history.database, history.clock);
  const messages = handed.map((range) => ({
    body: { tick: TICK.toISOString(), work: "history" as const, devices: range },
  }));
  await onShards(services)({ messages });
  expect(await rolled()).toEqual(numbers());
  expect(await history.compact()).toMatchObject({ rolledUp: 0, unfinished: 0 });
});

test("a day is dropped by the run, once the shards have sealed every device's", async () => {
  const later = (days: number) => history.clock.set(new Date(history.clock().getTime() + days * DAY_MS));
  later(9);
  await history.compact();
  later(20);
  const day = await fillDay(12);
  const { own, handed } = await shared();
  const chunks = () => history.count("history_chunks", `day = '${day}'`);
  const snapshots = () => history.count("snapshots", `recorded_at < '${day}'::date + 1`);
  expect(await compactDays(history.services, { devices: own, isForAll: true })).toMatchObject({
    days: 0,
    sealed: 2,
  });
  const [before] = await history.database.sql<{ before: string }>`select before::text from sealed_days`;
  expect([before?.before, await chunks()]).toEqual([day, 2]);
  for (const range of handed) await historyShard(history.services, range);
  expect([await chunks(), await snapshots()]).toEqual([DEVICES, 0]);
  expect(await compactDays(history.services, { devices: own, isForAll: true })).toMatchObject({
    days: 1,
    sealed: 0,
  });
});
