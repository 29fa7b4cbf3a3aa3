import { describe, expect, test } from "vitest";
import type { DigestFacts } from "../../../lib/reports/gather.ts";
import { writeDigest } from "../../../lib/reports/report-mail.ts";
import { adasWeek, at, bath, crawlSpace, lasted, quietWeek } from "./facts-of-a-week.ts";

const textOf = (facts: DigestFacts): string[] => writeDigest(facts).text.split("\n");
const lineOf = (facts: DigestFacts, start: string): string =>
  textOf(facts).find((line) => line.startsWith(start)) ?? `no line starts with ${start}`;

describe("the weekly digest", () => {
  test("reads like this", async () => {
    await expect(writeDigest(adasWeek).text).toMatchFileSnapshot("golden-week.txt");
  });

  test("compares spaces across units", () => {
    const attic = {
      ...crawlSpace,
      space: "Attic",
      unit: "°C",
      low: { value: 3, atMs: at("2026-11-17T12:00:00Z") },
    };
    const warm = { ...crawlSpace, space: "Den", low: { value: 37.5, atMs: at("2026-11-17T12:00:00Z") } };
    const [summary] = textOf({ ...adasWeek, sensors: [warm, attic] });
    expect(summary).toContain("Coldest: Attic, 37.4 °F, Tue 4:00 AM.");
  });

  test("counts only the hours of an alert that lie in the week", () => {
    const alerts = [lasted("freeze", "Den", "2026-11-10T00:00:00Z", "2026-11-16T10:00:00Z")];
    expect(lineOf({ ...adasWeek, alerts }, "- Den")).toBe("- Den: 1 × freeze, 2 h");
  });

  test("without any reading says that first", () => {
    const sensors = [{ ...bath, low: null, average: null, high: null, daily: [] }];
    const silent = { ...quietWeek, sensors };
    expect(textOf(silent)[0]).toBe("No readings arrived this week. No alerts and no outages.");
    expect(lineOf(silent, "- Bath")).toBe("- Bath: Humidity: no readings");
    expect(writeDigest(silent).subject).toBe("No readings this week (Ada's home)");
    expect(textOf({ ...silent, sensors: [] })[0]).toBe(textOf(silent)[0]);
  });
});
