import { describe, expect, test } from "vitest";
import type { DigestFacts, SensorFacts } from "../../../lib/reports/gather.ts";
import { digestPage } from "../../../lib/reports/report-mail.ts";
import { adasWeek, bath, crawlSpace, quietWeek } from "./facts-of-a-week.ts";

const view = (over: Partial<DigestFacts>) => digestPage({ ...quietWeek, ...over });
const rows = (title: string, over: Partial<DigestFacts>) =>
  view(over).sections?.find((section) => section.title === title)?.rows ?? [];
const shown = (over: Partial<SensorFacts>, home = adasWeek.home) =>
  rows("Sensors", { home, sensors: [{ ...crawlSpace, ...over }] })[0];
describe("the sensors of a report", () => {
  const named = (label: string, ms: number | null): SensorFacts => ({
    ...crawlSpace,
    label,
    belowWarning: ms === null ? null : { warning: 40, ms },
  });
  const order = (...sensors: SensorFacts[]) =>
    rows("Sensors", { sensors }).map(({ label }) => label.slice(-1));

  test("begin with those that were below their warning, the longest first", () => {
    const sensors = [
      named("a", null),
      named("b", 0),
      named("c", 60_000),
      named("d", null),
      named("e", 120_000),
    ];
    expect(order(...sensors)).toEqual(["e", "c", "a", "b", "d"]);
    expect(order(named("a", 1), named("b", null))).toEqual(["a", "b"]);
    expect(order(named("a", null), named("b", 1))).toEqual(["b", "a"]);
  });

  test.each([
    ["", "temp1", "temp1"],
    ["Crawl", "temp1", "Crawl: temp1"],
    ["Crawl", "Crawl space", "Crawl space"],
    ["Crawl", "The Crawl", "Crawl: The Crawl"],
  ])("in the space %j called %s are named %s", (space, label, name) => {
    expect(shown({ space, label })?.label).toBe(name);
  });
});

test("a sensor of a report says that nobody has confirmed its unit", () => {
  expect(shown({ unitAssumed: true })?.alarm).toMatch(/unit not confirmed/);
  expect(shown({})?.alarm).not.toMatch(/unit/);
});

test("sensors whose names repeat are distinguished by their devices", () => {
  const sensors = [crawlSpace, { ...crawlSpace, deviceName: "Pipe node" }, bath];
  expect(rows("Sensors", { sensors }).map(({ label }) => label)).toEqual([
    "Crawl space: temp1 (Crawl node)",
    "Crawl space: temp1 (Pipe node)",
    "Bath: Humidity",
  ]);
});
