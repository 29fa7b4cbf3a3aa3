import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quietEnd, sendAt } from "../../../lib/alerts/quiet/quiet.ts";

const NIGHT = { from: "22:00", to: "07:00", timeZone: "America/New_York" };
const utc = (text: string): number => Date.parse(`${text}Z`);
const text = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 16);

test.each<[string, typeof NIGHT, string, string | null]>([
  ["before midnight", NIGHT, "2027-01-15T04:30", "2027-01-15T12:00"],
  ["after midnight", NIGHT, "2027-01-15T08:30", "2027-01-15T12:00"],
  ["at the first minute", NIGHT, "2027-01-15T03:00", "2027-01-15T12:00"],
  ["at the end", NIGHT, "2027-01-15T12:00", null],
  ["by day", NIGHT, "2027-01-15T18:00", null],
  ["within one day", { ...NIGHT, from: "13:00", to: "15:00" }, "2027-01-15T19:00", "2027-01-15T20:00"],
  ["the night the clocks go forward", NIGHT, "2026-03-08T04:00", "2026-03-08T11:00"],
  ["the night they go back", NIGHT, "2026-11-01T03:00", "2026-11-01T12:00"],
  [
    "an end within the hour that is left out",
    { ...NIGHT, to: "02:30" },
    "2026-03-08T05:00",
    "2026-03-08T07:00",
  ],
  ["Berlin in spring", { ...NIGHT, timeZone: "Europe/Berlin" }, "2026-03-28T22:00", "2026-03-29T05:00"],
  [
    "half an hour's shift",
    { ...NIGHT, timeZone: "Australia/Lord_Howe" },
    "2026-10-03T12:00",
    "2026-10-03T20:00",
  ],
  [
    "a quarter of an hour off",
    { ...NIGHT, timeZone: "Asia/Kathmandu" },
    "2027-01-15T17:00",
    "2027-01-16T01:15",
  ],
  ["far east", { ...NIGHT, timeZone: "Pacific/Kiritimati" }, "2027-01-15T09:00", "2027-01-15T17:00"],
  ["no length", { ...NIGHT, to: "22:00" }, "2027-01-15T03:00", null],
  ["in the middle of a minute", NIGHT, "2027-01-15T11:59:30", "2027-01-15T12:00"],
  ["until midnight", { ...NIGHT, to: "00:00" }, "2027-01-15T04:30", "2027-01-15T05:00"],
  ["from midnight", { ...NIGHT, from: "00:00" }, "2027-01-15T05:00", "2027-01-15T12:00"],
  ["no time of day to begin", { ...NIGHT, from: "25:00" }, "2027-01-15T08:00", null],
  ["no time of day to end", { ...NIGHT, to: "7:00" }, "2027-01-15T04:30", null],
  ["no zone that anybody knows", { ...NIGHT, timeZone: "Mars/Olympus" }, "2027-01-15T03:00", null],
])("quiet hours end right: %s", (_, hours, now, end) => {
  expect(text(quietEnd(hours, utc(now)))).toBe(end);
});

describe("a notice", () => {
  const night = utc("2027-01-15T04:30");

  test("waits for the morning", () => {
    expect(text(sendAt(NIGHT, "freeze", "warning", night))).toBe("2027-01-15T12:00");
    expect(sendAt(NIGHT, "freeze", "warning", utc("2027-01-15T18:00"))).toBe(utc("2027-01-15T18:00"));
    expect(sendAt(null, "freeze", "warning", night)).toBe(night);
  });

  test("does not wait when it is critical, or a leak", () => {
    expect(sendAt(NIGHT, "freeze", "critical", night)).toBe(night);
    expect(sendAt(NIGHT, "leak", "warning", night)).toBe(night);
  });

  test("is never sent in the past, nor held for more than a day and an hour", () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const clock = (of: number) =>
      `${String(Math.floor(of / 60)).padStart(2, "0")}:${String(of % 60).padStart(2, "0")}`;
    const zones = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Chatham", "UTC"];
    const moments = fc.integer({ min: utc("2026-01-01T00:00"), max: utc("2028-12-31T00:00") });
    fc.assert(
      fc.property(minute, minute, fc.constantFrom(...zones), moments, (from, to, timeZone, now) => {
        const hours = { from: clock(from), to: clock(to), timeZone };
        const at = sendAt(hours, "humidity", "warning", now);
        expect(at).toBeGreaterThanOrEqual(now);
        expect(at - now).toBeLessThanOrEqual(25 * 3_600_000);
        expect(sendAt(hours, "humidity", "warning", at)).toBe(at);
      }),
    );
  });
});
