import { expect, test } from "vitest";
import { CHART_RANGES, isChartRange } from "../../../lib/sharing/home-page/workbench.ts";

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
