import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backOffMinutes, nextPollMs } from "../../../lib/feeds/read-feed.ts";
import { JOBS, TIMED_JOBS, type TimedJob } from "../../../lib/jobs/jobs.ts";
import { tickAt, tickKey, ticksToRun } from "../../../lib/jobs/ticks.ts";
import { readLines } from "../../support/json-lines.ts";

const at = (iso: string): number => Date.parse(iso);
const NEVER = { finished: new Set<number>(), sinceMs: at("2020-01-01T00:00:00Z") };

const run = (job: TimedJob, now: string, finished: string[] = [], since = "2020-01-01T00:00:00Z") =>
  ticksToRun(job, { finished: new Set(finished.map(at)), sinceMs: at(since) }, at(now));
const keys = (...asked: Parameters<typeof run>): string[] =>
  run(...asked).map(({ key }) => key.split("@")[1] ?? "");

describe("the tick of a moment", () => {
  test.each(readLines<[TimedJob, string, string]>(new URL("ticks.jsonl", import.meta.url)))(
    "of %s at %s",
    (job, now, key) => {
      expect(tickAt(job, at(now)).key).toBe(key);
    },
  );

  test("is a Monday at eight all the year, on either side of every change of clocks and over a leap day", () => {
    for (let week = 0; week < 120; week += 1) {
      const tick = new Date(tickAt("weekly-digest", at("2026-11-20T00:00:00Z") + week * 604_800_000).tickMs);
      expect([tick.getUTCDay(), tick.getUTCHours(), tick.getUTCMinutes()]).toEqual([1, 8, 0]);
    }
  });

  test("comes every fifteen minutes through the hours that clocks skip and repeat", () => {
    const keysOfNight = new Set(
      Array.from(
        { length: 24 * 60 },
        (_, minute) => tickAt("collect-history", at("2026-10-25T00:00:00Z") + minute * 60_000).key,
      ),
    );
    expect(keysOfNight.size).toBe(96);
  });

  test("is never after the moment, and is its own tick", () => {
    fc.assert(
      fc.property(fc.constantFrom(...TIMED_JOBS), fc.integer({ min: 0, max: 4e12 }), (job, now) => {
        const { tickMs } = tickAt(job, now);
        expect(tickMs).toBeLessThanOrEqual(now);
        expect(tickAt(job, tickMs)).toEqual({ job, tickMs, key: tickKey(job, tickMs), missed: 0 });
      }),
    );
  });
});

test.each(TIMED_JOBS)(
  "a job that was on time %s runs its tick once, however often it is triggered",
  (job) => {
    const now = JOBS[job].timetable.tickAt(at("2026-11-23T08:00:00Z"));
    const [tick] = ticksToRun(job, { ...NEVER, sinceMs: now }, now);
    expect(tick?.tickMs).toBe(now);
    expect(ticksToRun(job, { finished: new Set([now]), sinceMs: now }, now + 1_000)).toEqual([]);
  },
);

describe("ticks that were missed", () => {
  test("of polls become one run, which says how many it stands for", () => {
    const owed = run(
      "collect-history",
      "2026-11-20T12:01:00Z",
      ["2026-11-20T10:00:00Z"],
      "2026-11-20T10:00:00Z",
    );
    expect(owed).toEqual([
      {
        job: "collect-history",
        tickMs: at("2026-11-20T12:00:00Z"),
        key: "collect-history@2026-11-20T12:00Z",
        missed: 7,
      },
    ]);
  });

  test("of polls are counted a day back, no further", () => {
    expect(run("collect-history", "2026-11-20T12:00:00Z")[0]?.missed).toBe(96);
    expect(run("maintenance", "2026-11-20T12:00:00Z")[0]?.missed).toBe(24);
  });

  test("of polls are made good by the newest one having run", () => {
    expect(keys("collect-history", "2026-11-20T12:01:00Z", ["2026-11-20T12:00:00Z"])).toEqual([]);
  });

  test("of the digest run up to 48 hours late", () => {
    expect(keys("weekly-digest", "2026-11-25T08:00:00Z")).toEqual(["2026-11-23T08:00Z"]);
    expect(keys("weekly-digest", "2026-11-25T08:00:00.001Z")).toEqual([]);
  });

  test("of both reports run once each, a month and a quarter for itself", () => {
    expect(keys("monthly-report", "2027-01-05T00:00:00Z")).toEqual(["2027-01-01T12:00Z"]);
    expect(keys("quarterly-report", "2027-01-05T00:00:00Z")).toEqual(["2027-01-01T12:00Z"]);
    expect(keys("monthly-report", "2027-01-05T00:00:00Z", ["2027-01-01T12:00:00Z"])).toEqual([]);
    expect(keys("monthly-report", "2027-01-20T00:00:00Z")).toEqual([]);
  });

  test.each(["weekly-digest", "monthly-report", "quarterly-report"] as const)(
    "of %s are one at most",
    (job) => {
      const { tickAt: tickBefore, lateMs } = JOBS[job].timetable;
      for (let tickMs = tickBefore(at("2028-12-31T00:00:00Z")); tickMs > at("2026-01-01T00:00:00Z"); ) {
        const before = tickBefore(tickMs - 1);
        expect(tickMs - before).toBeGreaterThan(lateMs);
        tickMs = before;
      }
    },
  );

  test("of a report stand for no other", () => {
    expect(run("monthly-report", "2027-01-05T00:00:00Z")).toEqual([
      {
        job: "monthly-report",
        tickMs: at("2027-01-01T12:00:00Z"),
        key: "monthly-report@2027-01-01T12:00Z",
        missed: 0,
      },
    ]);
  });

  test("before the clock was first started are none", () => {
    expect(keys("weekly-digest", "2026-11-24T00:00:00Z", [], "2026-11-23T09:00:00Z")).toEqual([]);
    expect(run("collect-history", "2026-11-20T12:14:00Z", [], "2026-11-20T11:50:00Z")[0]?.missed).toBe(0);
  });
});

describe("a feed that fails", () => {
  test("is asked again after 15, 30, 60 and then every 240 minutes", () => {
    expect([1, 2, 3, 4, 5, 100].map(backOffMinutes)).toEqual([15, 30, 60, 240, 240, 240]);
  });

  test("is asked on the next tick again once it has answered", () => {
    expect(nextPollMs(at("2026-11-20T10:00:00Z"), 0)).toBe(at("2026-11-20T10:15:00Z"));
  });

  test("is always due on a tick", () => {
    for (let failures = 0; failures < 6; failures += 1) {
      const due = nextPollMs(at("2026-11-20T10:45:00Z"), failures);
      expect(tickAt("collect-history", due).tickMs).toBe(due);
    }
  });
});
