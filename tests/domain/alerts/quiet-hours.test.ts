import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quietEnd, sendAt } from "../../../lib/channels/quiet-hours.ts";
import { readLines } from "../../support/json-lines.ts";

const NIGHT = { from: "22:00", to: "07:00", timeZone: "America/New_York" };
const utc = (text: string): number => Date.parse(`${text}Z`);
const text = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 16);

test.each<[string, typeof NIGHT, string, string | null]>(
  readLines(new URL("quiet-ends.jsonl", import.meta.url)),
)("quiet hours end right: %s", (_, hours, now, end) => {
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
