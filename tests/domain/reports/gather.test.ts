import { describe, expect, test } from "vitest";
import {
  alertFacts,
  type BatteryFacts,
  batteryFacts,
  reportSpan,
  sensorFacts,
  sumsOf,
} from "../../../lib/reports/gather.ts";
import { lowestBattery } from "../../../lib/reports/wording.ts";
import { readLines } from "../../support/json-lines.ts";
import { pageDevice, pageSensor } from "../sharing/page-home.ts";
import { adasWeek, at } from "./facts-of-a-week.ts";

type Known = Parameters<typeof sensorFacts>[0];
type Told = Parameters<typeof alertFacts>[0][number];

const CRAWL: Known = {
  sensor: pageSensor({ label: "temp1", alertSettings: {} }),
  device: pageDevice({ name: "Node", space: "Den" }),
};
const WEEK = reportSpan("weekly", at("2026-11-23T08:00:00Z"), "America/Los_Angeles");

describe("a report's line about a sensor", () => {
  const hour = (day: number, hours: number, avg: number, [min, max] = [avg, avg], count = 4) => ({
    ...{ atMs: (WEEK.dayStarts[day] ?? 0) + hours * 3_600_000, count },
    ...{ min, max, avg },
  });
  const limit = { side: "below", value: 40 } as const;
  const span = { ...WEEK, limit, stepMs: 3_600_000 };

  test("has its range, its days, and how long it was below its warning", () => {
    const buckets = [
      hour(0, 3, 48, [47, 51]),
      hour(2, 0, 40, [36, 44]),
      hour(2, 1, 41, [36, 51], 12),
      // A carried-forward value: the sensor didn't repeat it.
      hour(4, 1, 35, [35, 35], 0),
      hour(6, 23.5, 39),
    ];
    expect(sensorFacts(CRAWL, sumsOf(buckets, span))).toEqual({
      label: "Temperature",
      space: "Den",
      deviceName: "Node",
      kind: "temperature",
      unit: "°F",
      unitAssumed: false,
      isState: false,
      fault: null,
      low: { value: 36, atMs: buckets[1]?.atMs },
      average: (4 * 48 + 4 * 40 + 12 * 41 + 4 * 39) / 24,
      high: { value: 51, atMs: buckets[0]?.atMs },
      daily: [48, null, 40.75, null, null, null, 39],
      // The part of a bucket that was below; the last bucket counts until the end of the week.
      belowWarning: { warning: 40, ms: (0.5 + 4 / 15 + 1 + 0.5) * 3_600_000 },
    });
  });
});

describe("a report's alerts", () => {
  const told = (title: string, opened: string, closed: string | null, over: Partial<Told> = {}): Told => ({
    kind: "freeze",
    subject: title,
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
});

const battery = (device: string, pct: number, daysLeft: number | null): BatteryFacts => ({
  device,
  pct,
  daysLeft,
});

describe("the lowest battery of a report", () => {
  type Row = { says: string; batteries: Parameters<typeof battery>[]; device: string | null };
  test.each(readLines<Row>(new URL("lowest-batteries.jsonl", import.meta.url)))(
    "$says",
    ({ batteries, device }) => {
      const lowest = lowestBattery(batteries.map((each) => battery(...each)));
      expect(lowest?.device ?? null).toBe(device);
    },
  );

  test("has its days left from what it has lost", () => {
    const now = new Date(adasWeek.period.toMs);
    const chargedAt = new Date(now.getTime() - 20 * 86_400_000);
    const known = [
      pageDevice({ name: "Den", batteryPct: 40, lastSeenAt: now, chargedPct: 80, chargedAt }),
      pageDevice({ name: "Attic", batteryPct: 90 }),
      pageDevice({ name: "Plugged in" }),
    ];
    expect(batteryFacts(known, now)).toEqual([battery("Den", 40, 20), battery("Attic", 90, null)]);
  });
});
