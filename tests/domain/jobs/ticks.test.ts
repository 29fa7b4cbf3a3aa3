import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JOBS, owedTick, TIMED_JOBS, type TimedJob } from "../../../lib/jobs/jobs.ts";
import { readLines } from "../../support/json-lines.ts";

const at = (iso: string): number => Date.parse(iso);
const tickAt = (job: TimedJob, nowMs: number): number => JOBS[job].timetable.tickAt(nowMs);
const owed = (job: TimedJob, now: string): string | null => {
  const tickMs = owedTick(job, at(now));
  return tickMs === null ? null : new Date(tickMs).toISOString();
};

describe("the tick of a moment", () => {
  test.each(readLines<[TimedJob, string, string]>(new URL("ticks.jsonl", import.meta.url)))(
    "of %s at %s",
    (job, now, tick) => {
      expect(`${new Date(tickAt(job, at(now))).toISOString().slice(0, 16)}Z`).toBe(tick.split("@")[1]);
    },
  );

  test("is a Monday at eight all the year, on either side of every change of clocks and over a leap day", () => {
    for (let week = 0; week < 120; week += 1) {
      const tick = new Date(tickAt("weekly-digest", at("2026-11-20T00:00:00Z") + week * 604_800_000));
      expect([tick.getUTCDay(), tick.getUTCHours(), tick.getUTCMinutes()]).toEqual([1, 8, 0]);
    }
  });

  test("comes every fifteen minutes through the hours that clocks skip and repeat", () => {
    const keysOfNight = new Set(
      Array.from({ length: 24 * 60 }, (_, minute) =>
        tickAt("collect-history", at("2026-10-25T00:00:00Z") + minute * 60_000),
      ),
    );
    expect(keysOfNight.size).toBe(96);
  });

  test("is never after the moment, and is its own tick", () => {
    fc.assert(
      fc.property(fc.constantFrom(...TIMED_JOBS), fc.integer({ min: 0, max: 4e12 }), (job, now) => {
        const tickMs = tickAt(job, now);
        expect(tickMs).toBeLessThanOrEqual(now);
        expect(tickAt(job, tickMs)).toBe(tickMs);
      }),
    );
  });
});

describe("a tick that was missed", () => {
  test.each<[TimedJob, string, string | null]>([
    ["collect-history", "2026-11-20T12:01:00Z", "2026-11-20T12:00:00.000Z"],
    ["weekly-digest", "2026-11-25T08:00:00Z", "2026-11-23T08:00:00.000Z"],
    ["weekly-digest", "2026-11-25T08:00:00.001Z", null],
    ["monthly-report", "2027-01-05T00:00:00Z", "2027-01-01T12:00:00.000Z"],
    ["quarterly-report", "2027-01-05T00:00:00Z", "2027-01-01T12:00:00.000Z"],
    ["monthly-report", "2027-01-20T00:00:00Z", null],
  ])("of %s is owed at %s as %s", (job, now, tick) => {
    expect(owed(job, now)).toBe(tick);
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
});
