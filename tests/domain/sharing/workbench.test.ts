import { describe, expect, test } from "vitest";
import { datesOf, movesOf, rangeOf } from "../../../functions/pages/format/chart-address.ts";
import {
  CHART_DAYS,
  figuresOf,
  isChartRange,
  piecesWithin,
  resolutionOf,
  stateSpans,
  timeTicks,
  valueTicks,
} from "../../../lib/sharing/home-page/workbench.ts";

const HOUR_MS = 3_600_000;
const CHICAGO = "America/Chicago";
const point = (hour: number, value: number) => ({ at: hour * HOUR_MS, value, low: value, high: value });

describe("a line's figures", () => {
  const limit = { value: 40, side: "below" } as const;
  test("weigh a reading by how long it stands, and a gap not at all", () => {
    const figures = figuresOf([point(0, 30), point(1, 50), point(10, 40)], {
      stepMs: HOUR_MS,
      limit,
      until: 10 * HOUR_MS,
    });
    expect(figures).toEqual({ low: 30, high: 50, average: 40, beyond: { ms: HOUR_MS, degreeHours: 10 } });
  });
  test("count what is above a limit that is one from above", () => {
    const figures = figuresOf([point(0, 70), point(1, 60)], {
      stepMs: HOUR_MS,
      limit: { value: 65, side: "above" },
      until: 2 * HOUR_MS,
    });
    expect(figures?.beyond).toEqual({ ms: HOUR_MS, degreeHours: 5 });
  });
  test("count nothing beyond the last reading, however long a bucket is", () => {
    const figures = figuresOf([point(0, 50), point(1, 30)], { stepMs: HOUR_MS, limit, until: 1.2 * HOUR_MS });
    expect(figures?.beyond?.ms).toBeCloseTo(0.2 * HOUR_MS);
    expect(figures?.beyond?.degreeHours).toBeCloseTo(2);
    const single = figuresOf([point(1, 30)], { stepMs: HOUR_MS, limit, until: HOUR_MS });
    expect(single).toMatchObject({ average: 30, beyond: { ms: 0 } });
  });
  test("count the part of a bucket that was past the limit, where its average is not", () => {
    const bucket = { at: 0, value: 50, low: 30, high: 60 };
    const figures = figuresOf([bucket], { stepMs: 3 * HOUR_MS, limit, until: 3 * HOUR_MS });
    expect(figures?.beyond).toEqual({ ms: HOUR_MS, degreeHours: 5 });
  });
});

test("a state's stretches end where nothing was heard", () => {
  const spans = stateSpans([point(0, 0), point(1, 1), point(2, 1), point(9, 0)], {
    stepMs: HOUR_MS,
    gapMs: 3 * HOUR_MS,
    until: 10 * HOUR_MS,
  });
  expect(spans.map(({ from, to, isOn }) => [from / HOUR_MS, to / HOUR_MS, isOn])).toEqual([
    [0, 1, false],
    [1, 3, true],
    [9, 10, false],
  ]);
});

test("a state that was on and off again within one bucket was on", () => {
  const spans = stateSpans([point(0, 0), { ...point(1, 0), high: 1 }, point(2, 0)], {
    stepMs: HOUR_MS,
    gapMs: 3 * HOUR_MS,
    until: 3 * HOUR_MS,
  });
  expect(spans.map(({ isOn }) => isOn)).toEqual([false, true, false]);
});

test("a silence longer than a gap may be parts a line", () => {
  const pieces = piecesWithin([point(0, 1), point(1, 1), point(5, 1)], 3 * HOUR_MS);
  expect(pieces.map(({ length }) => length)).toEqual([2, 1]);
});

describe("ticks", () => {
  test("stand at round hours of the home's clock", () => {
    const from = Date.parse("2026-11-22T06:00Z");
    expect(
      timeTicks(CHICAGO, from, from + 24 * HOUR_MS).map(({ at }) => new Date(at).toISOString().slice(11, 16)),
    ).toEqual(["06:00", "12:00", "18:00", "00:00", "06:00"]);
  });
  test("stand at midnights of a longer range, over the change of clocks too", () => {
    const ticks = timeTicks(CHICAGO, Date.parse("2026-10-31T05:00Z"), Date.parse("2026-11-03T06:00Z"));
    expect(ticks.map(({ at, isMidnight }) => [new Date(at).toISOString().slice(5, 16), isMidnight])).toEqual([
      ["10-31T05:00", true],
      ["11-01T05:00", true],
      ["11-02T06:00", true],
      ["11-03T06:00", true],
    ]);
  });
  test("are round values", () => {
    expect(valueTicks(38.2, 55.9)).toEqual([40, 45, 50, 55]);
    expect(valueTicks(0.12, 0.49)).toEqual([0.2, 0.3, 0.4]);
  });
});

describe("a chart's address", () => {
  const now = Date.parse("2026-11-22T18:00Z");
  test("says whole days by their dates and hours by the clock, and reads back the same", () => {
    for (const dates of [
      { from: "2026-11-16", to: "2026-11-22" },
      { from: "2026-10-31T20:00", to: "2026-11-01T14:30" },
    ]) {
      const { from, to } = rangeOf(dates, CHICAGO, now);
      expect(datesOf(CHICAGO, from, to)).toEqual(dates);
    }
  });
  test("leads to the same days of last year", () => {
    const { from, to } = rangeOf({ from: "2028-02-28", to: "2028-02-29" }, CHICAGO, now);
    expect(Object.fromEntries(movesOf(CHICAGO, { from, to, now })).lastYear).toEqual({
      from: "2027-02-28",
      to: "2027-02-28",
    });
  });
  test("leads on to what has begun, and no further", () => {
    const names = (day: string) =>
      movesOf(CHICAGO, { ...rangeOf({ from: day, to: day }, CHICAGO, now), now }).map(([name]) => name);
    expect(names("2026-11-21")).toContain("later");
    expect(names("2026-11-22")).not.toContain("later");
  });
});

test("a chart is of a day, a week, a month or a year, in buckets that fit", () => {
  const ranges = Object.entries(CHART_DAYS).map(([name, days]) => [name, resolutionOf(days * 86_400_000)]);
  expect(ranges).toEqual([
    ["24h", "15m"],
    ["7d", "1h"],
    ["30d", "1h"],
    ["1y", "1d"],
  ]);
  expect(["24h", "1y", "2y", "toString", undefined].map(isChartRange)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
