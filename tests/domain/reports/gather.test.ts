import { describe, expect, test } from "vitest";
import {
  alertFacts,
  forecastLow,
  homeOf,
  reportSpan,
  sensorFacts,
  warningOf,
} from "../../../lib/reports/gather.ts";
import { at } from "./facts-of-a-week.ts";

type Known = Parameters<typeof sensorFacts>[0];
type Told = Parameters<typeof alertFacts>[0][number];

const CRAWL: Known = {
  id: "sen_1",
  key: "temp1",
  label: "temp1",
  space: "Den",
  kind: "temperature",
  unit: "°F",
  isState: false,
  settings: {},
  deviceName: "Node",
  fault: null,
  value: 60,
  placement: null,
  placementGuess: null,
};
const WEEK = reportSpan("weekly", at("2026-11-23T08:00:00Z"), "America/Los_Angeles");

describe("what a report is about", () => {
  test("is a week, the one before, and each of its days in the home's zone", () => {
    expect(WEEK).toEqual({
      kind: "weekly",
      period: { fromMs: at("2026-11-16T08:00:00Z"), toMs: at("2026-11-23T08:00:00Z") },
      before: { fromMs: at("2026-11-09T08:00:00Z"), toMs: at("2026-11-16T08:00:00Z") },
      dayStarts: [16, 17, 18, 19, 20, 21, 22].map((day) => at(`2026-11-${day}T08:00:00Z`)),
    });
  });

  test("has a day of 25 hours where clocks are set back", () => {
    const { dayStarts } = reportSpan("monthly", at("2026-11-01T12:00:00Z"), "Europe/Berlin");
    expect(dayStarts).toHaveLength(31);
    expect(dayStarts.slice(23, 26).map((ms) => new Date(ms).toISOString())).toEqual([
      "2026-10-23T22:00:00.000Z",
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T23:00:00.000Z",
    ]);
  });
});

describe("a sensor's freeze warning", () => {
  const setting = (warning: object, enabled = true) =>
    ({ freeze: { enabled, warning } }) as Known["settings"];

  test("is the default, in the sensor's unit", () => {
    expect(warningOf({}, CRAWL)).toBe(40);
    expect(warningOf({}, { ...CRAWL, unit: "°C" })).toBeCloseTo(4.444, 3);
  });

  test("is the home's, and before it the sensor's own", () => {
    const home = setting({ value: 5, unit: "°C" });
    expect(warningOf(home, CRAWL)).toBe(41);
    expect(warningOf(home, { ...CRAWL, settings: setting({ value: 45, unit: "°F" }) })).toBe(45);
  });

  test("goes by the place that names of the sensor, its space and its device tell", () => {
    expect(warningOf({}, { ...CRAWL, label: "Garage" })).toBe(33);
    expect(warningOf({}, { ...CRAWL, space: "Garage" })).toBe(33);
    expect(warningOf({}, { ...CRAWL, deviceName: "Garage" })).toBe(33);
  });

  test.each<[string, Partial<Known>]>([
    ["a hygrometer", { kind: "humidity", unit: "%" }],
    ["another kind that reads degrees", { kind: "generic" }],
    ["a thermometer without a unit", { unit: null }],
    ["a thermometer that measures no temperature", { unit: "%" }],
    ["one outdoors", { placement: "outdoor" }],
    ["one whose alert is switched off", { settings: setting({ value: 40, unit: "°F" }, false) }],
    ["one without a limit", { settings: { freeze: { warning: null } } }],
  ])("is none for %s", (_, over) => {
    expect(warningOf({}, { ...CRAWL, ...over })).toBeNull();
  });
});

describe("what a report says of a sensor", () => {
  const sums = {
    low: [36, 1_000] as [number, number],
    high: [51, 2_000] as [number, number],
    average: 44,
    daily: [
      { day: 1, average: 48 },
      { day: 3, average: 42 },
    ],
    belowMs: 60_000,
  };

  test("is its range, its days, and how long it was below its warning", () => {
    expect(sensorFacts(CRAWL, sums, { warning: 40, days: 4 })).toEqual({
      label: "Temperature",
      space: "Den",
      device: CRAWL.deviceName,
      fault: null,
      kind: "temperature",
      unit: "°F",
      isState: false,
      low: { value: 36, atMs: 1_000 },
      average: 44,
      high: { value: 51, atMs: 2_000 },
      daily: [48, null, 42, null],
      belowWarning: { warning: 40, ms: 60_000 },
    });
  });

  test("is nothing of what was never read", () => {
    expect(sensorFacts(CRAWL, undefined, { warning: 40, days: 2 })).toMatchObject({
      low: null,
      average: null,
      high: null,
      daily: [null, null],
      belowWarning: { warning: 40, ms: 0 },
    });
    expect(sensorFacts(CRAWL, sums, { warning: null, days: 0 }).belowWarning).toBeNull();
    const unjudged = sensorFacts(CRAWL, { ...sums, belowMs: null }, { warning: 40, days: 0 });
    expect(unjudged.belowWarning).toEqual({ warning: 40, ms: 0 });
  });

  test("is the share of the time that a door was open, also where 1 means closed", () => {
    const door = { ...CRAWL, kind: "door", unit: null, isState: true } as const;
    const open = { ...sums, average: 0.25 };
    expect(sensorFacts(door, open, { warning: null, days: 0 }).average).toBe(0.25);
    expect(sensorFacts({ ...door, trueMeans: "closed" }, open, { warning: null, days: 0 }).average).toBe(
      0.75,
    );
  });
});

describe("what a report says of alerts", () => {
  const told = (title: string, opened: string, closed: string | null, over: Partial<Told> = {}): Told => ({
    kind: "freeze",
    title,
    device: "Node",
    openedAtMs: at(opened),
    closedAtMs: closed === null ? null : at(closed),
    ...over,
  });
  const subjects = (...all: Told[]) => {
    const { alerts, alertsBefore } = alertFacts(all, WEEK);
    return [alerts, alertsBefore].map((some) => some.map(({ subject }) => subject));
  };

  test("are those that were open at some time of the week, and of the one before", () => {
    expect(
      subjects(
        told("in it", "2026-11-18T00:00:00Z", "2026-11-18T01:00:00Z"),
        told("in the one before", "2026-11-10T00:00:00Z", "2026-11-10T01:00:00Z"),
        told("in both", "2026-11-16T07:00:00Z", "2026-11-16T09:00:00Z"),
        told("still open", "2026-11-01T00:00:00Z", null),
        told("over before", "2026-11-01T00:00:00Z", "2026-11-09T08:00:00Z"),
        told("later", "2026-11-23T08:00:00Z", null),
      ),
    ).toEqual([
      ["in it", "in both", "still open"],
      ["in the one before", "in both", "still open"],
    ]);
  });

  test("belong to one week where they end or begin with it", () => {
    expect(
      subjects(
        told("ends with the one before", "2026-11-15T00:00:00Z", "2026-11-16T08:00:00Z"),
        told("begins with it", "2026-11-16T08:00:00Z", "2026-11-16T09:00:00Z"),
      ),
    ).toEqual([["begins with it"], ["ends with the one before"]]);
  });

  test("are distinguished from outages, which are named after their device", () => {
    const span = ["2026-11-18T00:00:00Z", "2026-11-18T01:00:00Z"] as const;
    const outage = { kind: "outage" } as const;
    const facts = alertFacts(
      [
        told("Den", ...span),
        told("Node is silent", ...span, outage),
        told("The home is silent", ...span, { ...outage, device: null }),
        told("Node was silent", "2026-11-10T00:00:00Z", "2026-11-10T01:00:00Z", outage),
      ],
      WEEK,
    );
    const times = { fromMs: at(span[0]), toMs: at(span[1]) };
    expect(facts).toEqual({
      alerts: [{ kind: "freeze", subject: "Den", openedAtMs: times.fromMs, closedAtMs: times.toMs }],
      alertsBefore: [],
      outages: [
        { device: "Node", ...times },
        { device: "The home is silent", ...times },
      ],
    });
  });
});

test("the forecast of a report is its coldest hour to come", () => {
  const hour = (iso: string, temperatureC: number) => ({ at: new Date(iso), temperatureC });
  const now = at("2026-11-23T08:00:00Z");
  const hours = [
    hour("2026-11-23T08:00:00Z", -20),
    hour("2026-11-23T10:00:00Z", 1),
    hour("2026-11-23T11:00:00Z", -3),
    hour("2026-11-23T12:00:00Z", 2),
  ];
  expect(forecastLow(hours, now)).toEqual({ value: -3, unit: "°C", atMs: at("2026-11-23T11:00:00Z") });
  expect(forecastLow(hours.slice(0, 1), now)).toBeNull();
  expect(forecastLow(null, now)).toBeNull();
});

test("a home is reported in its own zone and unit", () => {
  expect(homeOf({ name: "Haus", timeZone: "Europe/Berlin", temperatureUnit: "C" })).toEqual({
    name: "Haus",
    zone: "Europe/Berlin",
    temperatureUnit: "°C",
  });
});
