import { beforeEach, expect, test, vi } from "vitest";
import { judgeDiskRoom } from "../../../lib/status/judge-status.ts";
import { showStatus } from "../../../lib/status/status.actions.ts";
import { watchDisk } from "../../../local/machine/disk-watch.ts";
import { type JobHouse, openJobs } from "../../support/jobs.ts";

let house: JobHouse;
let room: { free: number; total: number };
let woken: number;
let hours: number;
let known: Set<string>;
beforeEach(async () => {
  house = await openJobs(new Date().toISOString());
  room = { free: 50e9, total: 100e9 };
  [woken, hours] = [0, 0];
  known = new Set();
});

/** Watches like a process that starts an hour later. */
function watch(): { stop(): Promise<void> } {
  hours += 1;
  const clock = () => new Date(Date.now() + hours * 3_600_000);
  const wake = async () => {
    woken += 1;
  };
  const operators = { emails: ["ada@home.example"], chat: null };
  const services = { ...house.services, operators, wake, clock };
  return watchDisk({ services, room: async () => room, faults: known, onLog: () => undefined });
}
const check = (): Promise<void> => watch().stop();
const faults = () => house.database.sql`select subject from incidents where closed_at is null`;
const mails = () => house.database.sql`select kind from outbox`;

test("the last 5 % of the disk are one fault and one mail, until there is room again", async () => {
  await check();
  expect([await faults(), await mails()]).toEqual([[], []]);
  room.free = 4.9e9;
  await check();
  await check();
  expect(await faults()).toEqual([{ subject: "disk" }]);
  expect(await mails()).toEqual([{ kind: "incident" }]);
  expect(woken).toBe(1);
  room.free = 6e9;
  await check();
  expect(await faults()).toEqual([{ subject: "disk" }]);
  room.free = 8e9;
  await check();
  expect(await faults()).toEqual([]);
  room.free = 1e9;
  await check();
  expect(await mails()).toHaveLength(2);
});

test("a disk that fills up is a fault within seconds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  room.free = 6e9;
  const { stop } = watch();
  await new Promise((resolve) => setTimeout(resolve, 10));
  room.free = 0;
  vi.advanceTimersByTime(5_000);
  await stop();
  vi.useRealTimers();
  expect(await faults()).toEqual([{ subject: "disk" }]);
});

test("a disk that leaves no room to note it is a fault of the status all the same", async () => {
  room.free = 0;
  await house.database
    .sql`create function no_room() returns trigger as $$ begin raise exception using errcode = '53100'; end $$ language plpgsql`;
  await house.database
    .sql`create trigger no_room before insert on incidents for each row execute function no_room()`;
  await check();
  expect(await faults()).toEqual([]);
  const { components } = await showStatus({ ...house.services, ownFaults: known });
  expect(components.filter(({ status }) => status === "degraded").map(({ name }) => name)).toEqual([
    "ingest",
    "database",
  ]);
  room.free = 50e9;
  await check();
  expect([...known]).toEqual([]);
});

test("a file system that does not say its size is none that is full", () => {
  expect(judgeDiskRoom({ free: 0, total: 0 })).toBe("between");
});
