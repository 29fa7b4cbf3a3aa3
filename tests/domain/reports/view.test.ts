import { describe, expect, test } from "vitest";
import { EN_KINDS } from "../../../lib/language/en/kinds.ts";
import type { AlertFacts, DigestFacts, SensorFacts } from "../../../lib/reports/gather.ts";
import { writeDigest } from "../../../lib/reports/report-mail.ts";
import { digestView } from "../../../lib/reports/view.ts";
import {
  coldestSpace,
  countsByKind,
  isLowBattery,
  lowestBattery,
  wordingFor,
} from "../../../lib/reports/wording.ts";
import { adasWeek, at, bath, crawlSpace, quietWeek } from "./facts-of-a-week.ts";

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

  test("are counted by kind, the most frequent first", () => {
    const leak = { kind: "leak" } as const;
    const alerts = [alert("a", 1, leak), alert("b", 1), alert("c", 1), alert("d", 1)];
    expect(countsByKind(alerts, EN_KINDS)).toBe("3 freeze, 1 leak");
    expect(countsByKind([], EN_KINDS)).toBe("");
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

describe("the words of a report", () => {
  const wording = wordingFor(adasWeek);

  test("show a temperature in the home's unit, all else in its own", () => {
    expect(wording.value(20, "°C")).toBe("68 °F");
    expect(wording.value(20.04, "hPa")).toBe("20 hPa");
    expect(wording.value(20.05, "furlongs")).toBe("20.1 furlongs");
    expect(wording.value(3, null)).toBe("3");
    expect(wording.value(-17.78, "°C")).toBe("0 °F");
  });

  test.each([
    [59, "59 min"],
    [60, "1 h"],
    [61, "1 h 1 min"],
    [1_439, "23 h 59 min"],
    [1_440, "1 d"],
    [1_500, "1 d 1 h"],
    [0.5, "1 min"],
  ])("tell %d minutes as %s", (minutes, words) => {
    expect(wordingFor(adasWeek).duration(minutes * MINUTE_MS)).toBe(words);
  });

  test.each([
    ["weekly", "week"],
    ["monthly", "month"],
    ["quarterly", "quarter"],
  ] as const)("of a quiet %s report speak of the %s", (kind, word) => {
    const quiet = view({ kind, sensors: [bath] });
    expect(quiet.subject).toBe(`A quiet ${word} (Ada's home)`);
    expect(quiet.summary).toBe(`A quiet ${word}: no alerts, no outages.`);
    expect(view({ kind, sensors: [] }).subject).toBe(`No readings this ${word} (Ada's home)`);
  });

  test("call a home without a name your home", () => {
    expect(view({ home: { ...adasWeek.home, name: " " }, sensors: [bath] }).subject).toBe(
      "A quiet week (your home)",
    );
  });

  test("say in a month's how many gaps the coverage has", () => {
    const said = (coverage: DigestFacts["coverage"]) =>
      rows("At a glance", { kind: "monthly", coverage }).find(({ label }) => label === "Coverage")?.value;
    expect(said({ gaps: 2 })).toBe("2 gaps");
    expect(said({ gaps: 0 })).toBe("no gaps");
    expect(said(null)).toBeUndefined();
  });

  test("put the text on one line each, whatever a name holds", () => {
    const home = { ...adasWeek.home, name: "  Ada's\n  home " };
    expect(writeDigest({ ...quietWeek, home }).text.split("\n")[2]).toBe("Ada's home, Nov 16 – 22, 2026");
  });
});

describe("the coldest space of a report", () => {
  const low = (value: number) => ({ value, atMs: at("2026-11-17T12:00:00Z") });

  test("is that of its coldest thermometer, and its name where it stands in none", () => {
    const den = { ...crawlSpace, space: "Den", low: low(50) };
    expect(coldestSpace([den, { ...den, space: "Attic", low: low(40) }])?.space).toBe("Attic");
    expect(coldestSpace([{ ...den, space: "" }])?.space).toBe("temp1");
  });

  test.each<[string, Partial<SensorFacts>]>([
    ["a hygrometer", { kind: "humidity" }],
    ["what has no unit", { unit: null }],
    ["what was never read", { low: null }],
    ["what measures no temperature", { unit: "%" }],
  ])("is not that of %s", (_, over) => {
    expect(coldestSpace([{ ...crawlSpace, ...over }])).toBeNull();
  });
});

describe("a battery of a report", () => {
  test.each([
    [20, null, true],
    [20.1, null, false],
    [90, 30, true],
    [90, 31, false],
  ])("of %d %% with %s days left needs care: %s", (pct, daysLeft, isLow) => {
    expect(isLowBattery({ device: "Den", pct, daysLeft })).toBe(isLow);
  });

  test("without a forecast comes after those with one, whichever stands first", () => {
    const known = { device: "known", pct: 15, daysLeft: 40 };
    const unknown = { device: "unknown", pct: 10, daysLeft: null };
    expect(lowestBattery([known, unknown])?.device).toBe("known");
    expect(lowestBattery([unknown, known])?.device).toBe("known");
  });
});

test.each(["http://h.example/u", "https://h.example/u"])("a link may lead to %s", (unsubscribe) => {
  const digest = writeDigest({ ...adasWeek, links: { ...adasWeek.links, unsubscribe } });
  expect(digest.headers["List-Unsubscribe"]).toBe(`<${unsubscribe}>`);
});

test("a link that is no web address is named by its scheme", () => {
  const links = { ...adasWeek.links, dashboard: "javascript:alert(1)" };
  expect(() => writeDigest({ ...adasWeek, links })).toThrow("Not a web address: javascript:");
});

test("sensors whose names repeat are distinguished by their devices", () => {
  const sensors = [crawlSpace, { ...crawlSpace, device: "Pipe node" }, bath];
  expect(rows("Sensors", { sensors }).map(({ label }) => label)).toEqual([
    "Crawl space: temp1 (Crawl node)",
    "Crawl space: temp1 (Pipe node)",
    "Bath: Humidity",
  ]);
});
