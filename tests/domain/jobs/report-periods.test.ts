import { describe, expect, test } from "vitest";
import { HOUR_MS, localDate, localMidnight } from "../../../lib/kernel/time.ts";
import { reportPeriod } from "../../../lib/reports/gather.ts";
import type { ReportKind } from "../../../schema/vocabulary.ts";

const at = (iso: string): number => Date.parse(iso);

const ZONES = [
  "UTC",
  "America/New_York",
  "America/Los_Angeles",
  "Pacific/Honolulu",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
  "Africa/Cairo",
  "America/Havana",
] as const;

const iso = (kind: ReportKind, tick: string, zone: string): string[] => {
  const { fromMs, toMs } = reportPeriod(kind, at(tick), zone);
  return [new Date(fromMs).toISOString().slice(0, 16), new Date(toMs).toISOString().slice(0, 16)];
};

describe("midnight in a zone", () => {
  test.each([
    ["Europe/Berlin", 2026, 3, 29, "2026-03-28T23:00:00Z"],
    ["Europe/Berlin", 2026, 3, 30, "2026-03-29T22:00:00Z"],
    ["America/New_York", 2026, 11, 1, "2026-11-01T04:00:00Z"],
    ["America/New_York", 2026, 11, 2, "2026-11-02T05:00:00Z"],
    ["Asia/Kolkata", 2028, 2, 29, "2028-02-28T18:30:00Z"],
    ["Australia/Lord_Howe", 2026, 4, 5, "2026-04-04T13:00:00Z"],
    // The clock goes from 23:59:59 to 01:00.
    ["Africa/Cairo", 2026, 4, 24, "2026-04-23T22:00:00Z"],
    // The clock goes back from 01:00 to 00:00: the first of two midnights.
    ["America/Havana", 2026, 11, 1, "2026-11-01T04:00:00Z"],
  ] as const)("%s %i-%i-%i", (zone, year, month, day, expected) => {
    expect(localMidnight(zone, { year, month, day })).toBe(at(expected));
  });
});

test.each([
  ["weekly", "2026-11-23T08:00:00Z", "Europe/Berlin", "2026-11-15T23:00", "2026-11-22T23:00"],
  ["weekly", "2026-11-23T08:00:00Z", "America/Los_Angeles", "2026-11-16T08:00", "2026-11-23T08:00"],
  // It is still Sunday there, so the week ends with Saturday.
  ["weekly", "2026-11-23T08:00:00Z", "Pacific/Honolulu", "2026-11-15T10:00", "2026-11-22T10:00"],
  ["monthly", "2028-03-01T12:00:00Z", "UTC", "2028-02-01T00:00", "2028-03-01T00:00"],
  ["monthly", "2027-01-01T12:00:00Z", "America/New_York", "2026-12-01T05:00", "2027-01-01T05:00"],
  // The clocks change within the quarter.
  ["quarterly", "2026-04-01T12:00:00Z", "Europe/Berlin", "2025-12-31T23:00", "2026-03-31T22:00"],
  ["quarterly", "2027-01-01T12:00:00Z", "UTC", "2026-10-01T00:00", "2027-01-01T00:00"],
] as const)("a %s report of %s in %s is about %s to %s", (kind, tick, zone, from, to) => {
  expect(iso(kind, tick, zone)).toEqual([from, to]);
});

test("a week's report is an hour longer or shorter when the clocks change", () => {
  const hours = (tick: string): number => {
    const { fromMs, toMs } = reportPeriod("weekly", at(tick), "Europe/Berlin");
    return (toMs - fromMs) / HOUR_MS;
  };
  expect([
    hours("2026-03-30T08:00:00Z"),
    hours("2026-10-26T08:00:00Z"),
    hours("2026-11-02T08:00:00Z"),
  ]).toEqual([167, 169, 168]);
});

test.each(ZONES)("a month's report is about a month that is over in %s", (zone) => {
  for (let month = 0; month < 24; month += 1) {
    const tickMs = Date.UTC(2027, month, 1, 12);
    const { fromMs, toMs } = reportPeriod("monthly", tickMs, zone);
    expect(toMs).toBeLessThanOrEqual(tickMs);
    expect(localDate(zone, fromMs).day).toBe(1);
    expect(tickMs - toMs).toBeLessThan(27 * HOUR_MS);
  }
});
