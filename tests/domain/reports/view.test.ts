import { describe, expect, test } from "vitest";
import { EN_KINDS } from "../../../lib/language/en/kinds.ts";
import { barsOf } from "../../../lib/reports/bars.ts";
import type { AlertFacts, DigestFacts, SensorFacts } from "../../../lib/reports/gather.ts";
import { digestView } from "../../../lib/reports/view.ts";
import { writeDigest } from "../../../lib/reports/wanted.ts";
import {
  alertTotals,
  coldestSpace,
  countsByKind,
  isLowBattery,
  lowestBattery,
  wordingFor,
} from "../../../lib/reports/wording.ts";
import { adasWeek, at, bath, crawlSpace, door, quietWeek } from "./facts-of-a-week.ts";

const MINUTE_MS = 60_000;
const view = (over: Partial<DigestFacts>) => digestView({ ...quietWeek, ...over });
const glance = (over: Partial<DigestFacts>, label: string) =>
  view(over).glance.find((line) => line.label === label)?.value ?? null;
const shown = (over: Partial<SensorFacts>, home = adasWeek.home) =>
  view({ home, sensors: [{ ...crawlSpace, ...over }] }).sensors[0];
const { fromMs, toMs } = adasWeek.period;
const alert = (subject: string, minutes: number | null, over: Partial<AlertFacts> = {}): AlertFacts => ({
  kind: "freeze",
  subject,
  openedAtMs: fromMs,
  closedAtMs: minutes === null ? null : fromMs + minutes * MINUTE_MS,
  ...over,
});

test("a sensor that nobody has named is called by its kind in the reader's language", () => {
  const nameIn = (language: "en" | "es", label: string) =>
    view({ language, sensors: [{ ...crawlSpace, label, space: "Cellar" }] }).sensors[0]?.name;
  expect(nameIn("es", "Node 4 temperature")).toBe("Cellar: Temperatura, Node 4");
  expect(nameIn("es", "Temperature")).toBe("Cellar: Temperatura");
  expect(nameIn("es", "Pipe")).toBe("Cellar: Pipe");
  expect(nameIn("en", "Node 4 temperature")).toBe("Cellar: Node 4 temperature");
});

describe("the alerts of a report", () => {
  test("are one line for each kind and subject, the longest first", () => {
    const alerts = [alert("Den", 10), alert("Attic", 30), alert("Den", 15), alert("Bath", 60)];
    expect(view({ alerts }).alerts).toEqual([
      { label: "Bath", value: "1 × freeze, 1 h" },
      { label: "Attic", value: "1 × freeze, 30 min" },
      { label: "Den", value: "2 × freeze, 25 min in all" },
    ]);
  });

  test("are still open where any of them is, whichever came last", () => {
    const isOpen = (...alerts: AlertFacts[]) => alertTotals(alerts, adasWeek.period).map((one) => one.isOpen);
    expect(isOpen(alert("Den", 10), alert("Den", null))).toEqual([true]);
    expect(isOpen(alert("Den", null), alert("Den", 10))).toEqual([true]);
    expect(isOpen(alert("Den", 10), alert("Den", 20))).toEqual([false]);
    expect(isOpen(alert("Den", null), alert("Den", 10, { kind: "leak" }))).toEqual([true, false]);
  });

  test("of another week last no time of this one", () => {
    const past = alert("Den", 0, { openedAtMs: fromMs - MINUTE_MS, closedAtMs: fromMs - 1 });
    expect(alertTotals([past], adasWeek.period)).toMatchObject([{ count: 1, ms: 0 }]);
    expect(view({ alerts: [alert("Den", null, { openedAtMs: toMs - MINUTE_MS })] }).alerts[0]?.value).toBe(
      "1 × freeze, 1 min, still open",
    );
  });

  test("are counted by kind, the most frequent first", () => {
    const leak = { kind: "leak" } as const;
    const alerts = [alert("a", 1, leak), alert("b", 1), alert("c", 1), alert("d", 1)];
    expect(countsByKind(alerts, EN_KINDS)).toBe("3 freeze, 1 leak");
    expect(countsByKind([], EN_KINDS)).toBe("");
  });

  test("names open alerts in the first line of a week that had only outages", () => {
    expect(view({ outages: adasWeek.outages }).summary).toContain("No alerts and 1 outage.");
    expect(view({ alerts: [alert("Den", 1)] }).summary).toContain("1 alert (1 freeze) and no outages.");
  });

  test("beyond twenty lines are on the dashboard", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => alert(`Room ${index}`, 5));
    expect(view({ alerts: many(20) }).alerts).toHaveLength(20);
    const lines = view({ alerts: many(22) }).alerts;
    expect(lines).toHaveLength(21);
    expect(lines[19]?.label).toBe("Room 19");
    expect(lines[20]).toEqual({ label: "And more", value: "2 more on the dashboard" });
    expect(view({ alerts: many(21) }).alerts[20]?.value).toBe("1 more on the dashboard");
  });
});

describe("the outages of a report", () => {
  test("are none, or so many that lasted so long in all", () => {
    expect(glance({}, "Outages")).toBe("none");
    const outage = (minutes: number) => ({ device: "Node", fromMs, toMs: fromMs + minutes * MINUTE_MS });
    expect(glance({ outages: [outage(15), outage(45)] }, "Outages")).toBe("2, 1 h in all");
  });

  test("that go on are still offline", () => {
    const outages = [{ device: "Node", fromMs: toMs - 90 * MINUTE_MS, toMs: null }];
    expect(view({ outages }).outages).toEqual([
      { label: "Node", value: "Sun 10:30 PM, 1 h 30 min, still offline" },
    ]);
  });
});

describe("the sensors of a report", () => {
  const named = (label: string, ms: number | null): SensorFacts => ({
    ...crawlSpace,
    label,
    belowWarning: ms === null ? null : { warning: 40, ms },
  });
  const order = (...sensors: SensorFacts[]) => view({ sensors }).sensors.map(({ name }) => name.slice(-1));

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
    expect(view({ sensors: many(20) })).toMatchObject({ sensorsLeftOut: 0 });
    const { sensors, sensorsLeftOut } = view({ sensors: many(21) });
    expect([sensors.length, sensorsLeftOut]).toEqual([20, 1]);
  });

  test.each([
    ["", "temp1", "temp1"],
    ["Crawl", "temp1", "Crawl: temp1"],
    ["Crawl", "Crawl space", "Crawl space"],
    ["Crawl", "The Crawl", "Crawl: The Crawl"],
  ])("in the space %j called %s are named %s", (space, label, name) => {
    expect(shown({ space, label })?.name).toBe(name);
  });

  test("warn only of time below a limit", () => {
    const warning = (ms: number) => shown({ belowWarning: { warning: 40, ms } })?.warning;
    expect(warning(0)).toBe("");
    expect(warning(1)).toBe("below 40 °F for under a minute");
  });

  test.each(["low", "average", "high"] as const)("without a reading (%s) say so and no more", (missing) => {
    expect(shown({ [missing]: null })).toEqual({
      name: "Crawl space: temp1",
      low: "",
      average: "no readings",
      high: "",
      warning: "",
      bars: [],
    });
  });

  test.each([
    ["door", "open"],
    ["flood", "wet"],
    ["motion", "motion"],
    ["generic", "on"],
  ] as const)("that are states of a %s tell how often it was %s", (kind, word) => {
    expect(view({ sensors: [{ ...door, kind }] }).sensors[0]).toEqual({
      name: "Garage: door1",
      low: "",
      average: `${word} in 4.2 % of the readings`,
      high: "",
      warning: "",
      bars: [],
    });
  });
});

test("a sensor of a report says that nobody has confirmed its unit", () => {
  expect(shown({ unitAssumed: true })?.warning).toMatch(/unit not confirmed/);
  expect(shown({})?.warning).not.toMatch(/unit/);
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

  test("name the last day of the period, not the one that begins as it ends", () => {
    expect(wording.dates({ fromMs, toMs: fromMs + 24 * 60 * MINUTE_MS })).toBe("Nov 16, 2026");
    expect(wording.dates({ fromMs, toMs: fromMs + 24 * 60 * MINUTE_MS + 1 })).toBe("Nov 16 – 17, 2026");
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

  test("leave out what is not known", () => {
    expect(glance({ batteries: [{ device: "Den", pct: 30.25, daysLeft: null }] }, "Lowest battery")).toBe(
      "Den, 30.3 %",
    );
    const low = (pct: number) =>
      view({ sensors: [bath], batteries: [{ device: "Den", pct, daysLeft: null }] }).summary;
    expect(low(20)).toBe("A quiet week: no alerts, no outages. Battery of Den: 20 %.");
    expect(low(20.5)).toBe("A quiet week: no alerts, no outages.");
    expect(view({ forecastLow: null, sensors: [bath] }).glance).toHaveLength(2);
  });

  test("say in a month's how many gaps the coverage has", () => {
    const said = (coverage: DigestFacts["coverage"]) =>
      view({ kind: "monthly", coverage }).glance.find(({ label }) => label === "Coverage")?.value;
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

test("fifteen values become eight bars, each the average of two days", () => {
  const values = Array.from({ length: 15 }, (_, index) => (index === 14 ? 7 : Math.floor(index / 2)));
  expect(barsOf(values, 7)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test.each(["http://h.example/u", "https://h.example/u"])("a link may lead to %s", (unsubscribe) => {
  const digest = writeDigest({ ...adasWeek, links: { ...adasWeek.links, unsubscribe } });
  expect(digest.headers["List-Unsubscribe"]).toBe(`<${unsubscribe}>`);
});

test("a link that is no web address is named by its scheme", () => {
  const links = { ...adasWeek.links, dashboard: "javascript:alert(1)" };
  expect(() => writeDigest({ ...adasWeek, links })).toThrow("Not a web address: javascript:");
});

describe("a sensor that can't be relied on", () => {
  test("is named at a glance, and where it stands", () => {
    const stuck = { ...crawlSpace, fault: "stuck" as const };
    expect(glance({ sensors: [bath, stuck] }, "Sensor problems")).toBe("Crawl space: temp1 (may be stuck)");
    const [first] = view({ sensors: [{ ...bath, fault: "unplugged" }] }).sensors;
    expect(first?.warning).toBe("may be unplugged");
    expect(glance({ sensors: [bath] }, "Sensor problems")).toBeNull();
  });

  test("is one of five that are named", () => {
    const sensors = Array.from({ length: 7 }, (_, place) => ({
      ...bath,
      label: `probe${place}`,
      fault: "stuck" as const,
    }));
    expect(glance({ sensors }, "Sensor problems")).toMatch(/probe4 \(may be stuck\), and 2 more$/);
  });
});

test("sensors whose names repeat are distinguished by their devices", () => {
  const sensors = [crawlSpace, { ...crawlSpace, device: "Pipe node" }, bath];
  expect(view({ sensors }).sensors.map(({ name }) => name)).toEqual([
    "Crawl space: temp1 (Crawl node)",
    "Crawl space: temp1 (Pipe node)",
    "Bath: Humidity",
  ]);
});
