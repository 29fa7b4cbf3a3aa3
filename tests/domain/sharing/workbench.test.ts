import { describe, expect, test } from "vitest";
import {
  CHART_RANGES,
  figuresOf,
  piecesWithin,
  resolutionOf,
  spanOf,
  stateSpans,
  timeTicks,
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
    expect(figures).toEqual({ low: 30, high: 50, average: 40, beyondMs: HOUR_MS });
  });
  test("count what is above a limit that is one from above", () => {
    const figures = figuresOf([point(0, 70), point(1, 60)], {
      stepMs: HOUR_MS,
      limit: { value: 65, side: "above" },
      until: 2 * HOUR_MS,
    });
    expect(figures?.beyondMs).toBe(HOUR_MS);
  });
  test("count nothing beyond the last reading, however long a bucket is", () => {
    const figures = figuresOf([point(0, 50), point(1, 30)], { stepMs: HOUR_MS, limit, until: 1.2 * HOUR_MS });
    expect(figures?.beyondMs).toBeCloseTo(0.2 * HOUR_MS);
    const single = figuresOf([point(1, 30)], { stepMs: HOUR_MS, limit, until: HOUR_MS });
    expect(single).toMatchObject({ average: 30, beyondMs: 0 });
  });
  test("count the part of a bucket that was past the limit, where its average is not", () => {
    const bucket = { at: 0, value: 50, low: 30, high: 60 };
    const figures = figuresOf([bucket], { stepMs: 3 * HOUR_MS, limit, until: 3 * HOUR_MS });
    expect(figures?.beyondMs).toBe(HOUR_MS);
  });
});

test("a state's stretches end at a gap in the readings", () => {
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
});

test("a chart is of a day, a week, a month or a year up to now, in buckets that fit", () => {
  const now = new Date("2026-11-22T18:07Z");
  const ranges = CHART_RANGES.map((range) => {
    const { from, to } = spanOf(range, now);
    return [range, to.toISOString().slice(0, 16), resolutionOf(to.getTime() - from.getTime())];
  });
  expect(ranges).toEqual([
    ["24h", "2026-11-22T18:15", "15m"],
    ["7d", "2026-11-22T19:00", "1h"],
    ["30d", "2026-11-22T19:00", "1h"],
    ["1y", "2026-11-23T00:00", "1d"],
  ]);
  for (const text of ["2y", "toString", undefined]) expect(spanOf(text, now)).toEqual(spanOf("24h", now));
});
