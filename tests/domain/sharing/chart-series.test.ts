import { expect, test } from "vitest";
import { CHART_DAYS, isChartRange, resolutionOf } from "../../../lib/sharing/home-page/workbench.ts";

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
