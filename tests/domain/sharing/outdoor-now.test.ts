import { describe, expect, test } from "vitest";
import { outdoorNow } from "../../../lib/sharing/home-page/page-home.ts";

describe("the weather beside them", () => {
  const kept = { from: "2026-01-10T00:00:00Z", celsius: Array.from({ length: 36 }, (_, hour) => -hour) };

  test("is that of the hour, with the low of the night to come", () => {
    expect(outdoorNow(kept, "UTC", new Date("2026-01-10T12:40:00Z"))).toEqual({ celsius: -12, low: -33 });
  });

  test("has the low of what is left of the night", () => {
    expect(outdoorNow(kept, "UTC", new Date("2026-01-10T05:10:00Z"))).toEqual({ celsius: -5, low: -9 });
  });

  test("is silent about a night whose end is not known, and once it has run out", () => {
    const half = { ...kept, celsius: kept.celsius.slice(0, 20) };
    expect(outdoorNow(half, "UTC", new Date("2026-01-10T12:00:00Z"))).toEqual({ celsius: -12, low: null });
    expect(outdoorNow(half, "UTC", new Date("2026-01-10T20:00:00Z"))).toBeNull();
  });
});
