import { describe, expect, test } from "vitest";
import {
  CHART_RANGES,
  type ChartPoint,
  chartSummary,
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

test("a state that was on and off again within one bucket has changed twice", () => {
  const wet = { at: 1, value: 0, low: 0, high: 1 };
  expect(chartSummary([point(0, 0), wet, point(2, 0)])?.changes).toBe(2);
  expect(chartSummary([point(0, 0), point(1, 1), point(2, 0)])?.changes).toBe(2);
});
