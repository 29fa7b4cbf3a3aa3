import { describe, expect, test } from "vitest";
import type { AlertFacts, DigestFacts, SensorFacts } from "../../../lib/reports/gather.ts";
import { digestView } from "../../../lib/reports/view.ts";
import { adasWeek, bath, crawlSpace, quietWeek } from "./facts-of-a-week.ts";

const MINUTE_MS = 60_000;
const view = (over: Partial<DigestFacts>) => digestView({ ...quietWeek, ...over });
const rows = (title: string, over: Partial<DigestFacts>) =>
  view(over).sections.find((section) => section.title === title)?.rows ?? [];
const shown = (over: Partial<SensorFacts>, home = adasWeek.home) =>
  rows("Sensors", { home, sensors: [{ ...crawlSpace, ...over }] })[0];
const { fromMs } = adasWeek.period;
const alert = (subject: string, minutes: number | null, over: Partial<AlertFacts> = {}): AlertFacts => ({
  kind: "freeze",
  subject,
  openedAtMs: fromMs,
  closedAtMs: minutes === null ? null : fromMs + minutes * MINUTE_MS,
  ...over,
});

describe("the alerts of a report", () => {
  test("are one line for each kind and subject, the longest first", () => {
    const alerts = [alert("Den", 10), alert("Attic", 30), alert("Den", 15), alert("Bath", 60)];
    expect(rows("Alerts", { alerts })).toEqual([
      { label: "Bath", value: "1 × freeze, 1 h" },
      { label: "Attic", value: "1 × freeze, 30 min" },
      { label: "Den", value: "2 × freeze, 25 min in all" },
    ]);
  });
});

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

  test("are twenty; the others are counted", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => named(`${index}`, null));
    expect(rows("Sensors", { sensors: many(20) })).toHaveLength(20);
    expect(rows("Sensors", { sensors: many(22) }).slice(20)).toEqual([
      { label: "And more", value: "2 more on the dashboard" },
    ]);
  });

  test.each([
    ["", "temp1", "temp1"],
    ["Crawl", "temp1", "Crawl: temp1"],
    ["Crawl", "Crawl space", "Crawl space"],
    ["Crawl", "The Crawl", "Crawl: The Crawl"],
  ])("in the space %j called %s are named %s", (space, label, name) => {
    expect(shown({ space, label })?.label).toBe(name);
  });

  test.each(["low", "average", "high"] as const)("without a reading (%s) say so and no more", (missing) => {
    const bare = { label: "Crawl space: temp1", value: "no readings", alarm: "", bars: [] };
    expect(shown({ [missing]: null })).toEqual(bare);
  });
});

test("a sensor of a report says that nobody has confirmed its unit", () => {
  expect(shown({ unitAssumed: true })?.alarm).toMatch(/unit not confirmed/);
  expect(shown({})?.alarm).not.toMatch(/unit/);
});

test("sensors whose names repeat are distinguished by their devices", () => {
  const sensors = [crawlSpace, { ...crawlSpace, device: "Pipe node" }, bath];
  expect(rows("Sensors", { sensors }).map(({ label }) => label)).toEqual([
    "Crawl space: temp1 (Crawl node)",
    "Crawl space: temp1 (Pipe node)",
    "Bath: Humidity",
  ]);
});
