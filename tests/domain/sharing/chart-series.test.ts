import { describe, expect, test } from "vitest";
import {
  CHART_RANGES,
  type ChartPoint,
  chartSummary,
  coarser,
  isChartRange,
} from "../../../lib/sharing/home-page/workbench.ts";

const point = (at: number, value: number, spread = 0): ChartPoint => ({
  at,
  value,
  low: value - spread,
  high: value + spread,
});

test("a chart is of a day, a week, a month or a year, in buckets that fit", () => {
  expect(CHART_RANGES).toEqual({
    "24h": { days: 1, resolution: "15m" },
    "7d": { days: 7, resolution: "1h" },
    "30d": { days: 30, resolution: "1h" },
    "1y": { days: 365, resolution: "1d" },
  });
  expect(["24h", "1y", "2y", "toString", undefined].map(isChartRange)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe("a chart's sentence", () => {
  test("names the lowest, the highest, the last and how often it changed", () => {
    const points = [point(0, 50, 5), point(1, 50, 1), point(2, 48, 2), point(3, 52, 1)];
    expect(chartSummary(points)).toEqual({ low: 45, high: 55, last: 52, changes: 5 });
  });

  test("says nothing of nothing, and of one point itself", () => {
    expect(chartSummary([])).toBeNull();
    expect(chartSummary([point(0, 7, 1)])).toEqual({ low: 6, high: 8, last: 7, changes: 1 });
  });
});

describe("a table with fewer rows", () => {
  const points = Array.from({ length: 7 }, (_, at) => point(at, at, 1));

  test("puts neighbours together, with their mean, their lowest and their highest", () => {
    expect(coarser(points, 3)).toEqual([
      { at: 0, value: 1, low: -1, high: 3 },
      { at: 3, value: 4, low: 2, high: 6 },
      { at: 6, value: 6, low: 5, high: 7 },
    ]);
  });

  test("is the same where it fits", () => {
    expect(coarser(points, 7)).toEqual(points);
    expect(coarser(points, 100)).toEqual(points);
    expect(coarser([], 5)).toEqual([]);
    expect(chartSummary([point(0, 7), point(1, 8)])?.changes).toBe(1);
  });
});

test("a state that was on and off again within one bucket has changed twice", () => {
  const wet = { at: 1, value: 0, low: 0, high: 1 };
  expect(chartSummary([point(0, 0), wet, point(2, 0)])?.changes).toBe(2);
  expect(chartSummary([point(0, 0), point(1, 1), point(2, 0)])?.changes).toBe(2);
});
