import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startClock } from "../../../local/runtime/clock.ts";

const MINUTE_MS = 60_000;

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

const start = (fire: (cron: string) => Promise<unknown> = async () => []) =>
  startClock({
    cronSecret: "secret",
    post: async () => {
      posts += 1;
      return { status: 200 };
    },
    crons: ["*/15 * * * *", "0 * * * *", "0 8 * * MON"],
    atStart: ["*/15 * * * *", "0 * * * *"],
    fire: (cron, at) => {
      fired.push(`${cron} ${at.toISOString().slice(11, 16)}`);
      return fire(cron);
    },
    onFailure: (line) => failures.push(line),
  });

test("the clock of one machine fires each trigger at its minutes, and some soon after the start", async () => {
  const clock = start();
  await vi.advanceTimersByTimeAsync(26 * MINUTE_MS);
  await clock.stop();
  expect(fired).toEqual([
    "*/15 * * * * 07:50",
    "0 * * * * 07:50",
    "*/15 * * * * 08:00",
    "0 * * * * 08:00",
    "0 8 * * MON 08:00",
    "*/15 * * * * 08:15",
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
  expect(fired.map((line) => line.slice(0, -6))).toEqual(["*/15 * * * *", "0 * * * *", "0 8 * * MON"]);
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
  expect(failures).toEqual(['The trigger "*/15 * * * *" fails: no.', 'The trigger "0 * * * *" fails: no.']);
  await failing.stop();
});
