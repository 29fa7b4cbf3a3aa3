import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "../../../lib/kernel/time.ts";
import { startClock } from "../../../local/machine/clock.ts";

let fired: string[];
let posts: number;
let failures: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-23T07:50:05Z") });
  [fired, posts, failures] = [[], 0, []];
});
afterEach(() => {
  vi.useRealTimers();
});

const start = (fire: () => Promise<unknown> = async () => []) =>
  startClock({
    dispatch: async () => {
      posts += 1;
    },
    fire: (job, at) => {
      if (job !== "dispatch") fired.push(`${job} ${at.toISOString().slice(11, 16)}`);
      return fire();
    },
    onFailure: (line) => failures.push(line),
  });

test("the clock of one machine fires each trigger at its minutes, and some soon after the start", async () => {
  const clock = start();
  await vi.advanceTimersByTimeAsync(26 * MINUTE_MS);
  await clock.stop();
  expect(fired).toEqual([
    "collect-history 07:50",
    "maintenance 07:50",
    "collect-history 08:00",
    "maintenance 08:00",
    "weekly-digest 08:00",
    "collect-history 08:15",
  ]);
  expect(posts).toBe(26 * 4);
});

test("a machine that slept fires what it missed when it wakes, once", async () => {
  const clock = start();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  fired = [];
  vi.setSystemTime(new Date("2026-11-23T09:07:00Z"));
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await clock.stop();
  expect(fired.map((line) => line.slice(0, -6))).toEqual(["collect-history", "maintenance", "weekly-digest"]);
});

test("a clock that was a year ahead fires at its minutes once it is right", async () => {
  vi.setSystemTime(new Date("2027-11-23T07:50:05Z"));
  const clock = start();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  vi.setSystemTime(new Date("2026-11-23T07:50:05Z"));
  fired = [];
  await vi.advanceTimersByTimeAsync(11 * MINUTE_MS);
  await clock.stop();
  expect(fired).toEqual(["collect-history 08:00", "maintenance 08:00", "weekly-digest 08:00"]);
});

test("a trigger that hangs or fails delays no other, and is reported until the clock is stopped", async () => {
  const never = start(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(26 * MINUTE_MS);
  await never.stop();
  expect([fired.length, posts]).toEqual([6, 26 * 4]);
  const failing = start(async () => {
    throw new Error("no");
  });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(failures.filter((line) => !line.includes("dispatch"))).toEqual([
    'The job "collect-history" fails: no.',
    'The job "maintenance" fails: no.',
  ]);
  await failing.stop();
});
