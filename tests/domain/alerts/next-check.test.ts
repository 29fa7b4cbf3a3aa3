import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TickFacts } from "../../../lib/alerts/facts.ts";
import { nextCheckAt } from "../../../lib/alerts/judge-household.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { home, type Post, series, story } from "./home-story.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const value = (low: number, high: number) => fc.option(fc.integer({ min: low, max: high }), { freq: 4 });
const posts = fc
  .array(
    fc.record({
      gapMs: fc
        .oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 200 }))
        .map((m) => m * MINUTE),
      device: fc.nat(1),
      lagMs: fc.constantFrom(0, 0, 0, 0, 2, 20, 50, -3).map((minutes) => minutes * MINUTE),
      values: fc.tuple(value(30, 75), value(50, 70), fc.option(fc.constantFrom(0, 0, 0, 1), { freq: 4 })),
    }),
    { maxLength: 40 },
  )
  .map((list) => {
    let at = T0;
    return list.map(({ gapMs, ...post }): Post => {
      at += gapMs;
      return { ...post, at };
    });
  });

describe("a home that is evaluated only when it is due", () => {
  test("gets the same notifications at the same ticks as one that every tick evaluates", () => {
    fc.assert(
      fc.property(
        posts,
        fc.constantFrom(NO_QUIET, { snoozedUntil: null, vacation: { until: null } }),
        (list, quiet) => {
          const { always, due } = story(() => home(2, quiet), list);
          expect(due.notified).toEqual(always.notified);
        },
      ),
      { numRuns: 25 },
    );
  });

  test.each<[string, Post[]]>([
    [
      "a slow device that becomes a quick one and falls silent",
      series(10, 120, () => [70, null, null]).concat(series(30, 2, () => [70, null, null], 10 * 120)),
    ],
    ["a room that cools", series(50, 5, (index) => [75 - index / 2, null, null])],
  ])("gets as many notifications about %s", (_, list) => {
    const { always, due } = story(() => home(1), list);
    expect(always.notified.length).toBeGreaterThan(0);
    expect(due.notified).toEqual(always.notified);
  });

  test("is evaluated a third as often while all is well", () => {
    const list = series(24 * 12, 5, () => [70, 45, 0]);
    const { always, due } = story(() => home(1), list);
    expect(always.checks).toBeGreaterThan(100);
    expect(due.checks).toBeLessThan(always.checks / 2);
  });
});

describe("the next look", () => {
  const around = { ownGaps: [], forecast: null };
  const heard = (minutesAgo: number): TickFacts => {
    const facts = home(1);
    const [only] = facts.devices;
    if (only !== undefined) {
      only.device.lastSeenAt = T0 - minutesAgo * MINUTE;
      only.device.gaps = Array.from({ length: 20 }, () => 300);
    }
    return facts;
  };

  test("waits longer where our own ticks were down", () => {
    const ownGaps = [{ from: T0 - 9 * MINUTE, to: T0 - MINUTE }];
    expect(nextCheckAt(heard(10), { ...around, ownGaps }, T0)).toBe(T0 + 43 * MINUTE);
  });

  test("of a home without a device, or with disabled ones, is a day off", () => {
    const disabled = heard(10);
    for (const { device } of disabled.devices) device.enabled = false;
    for (const facts of [home(0), disabled]) expect(nextCheckAt(facts, around, T0)).toBe(T0 + 24 * HOUR);
  });

  test("of a home with a place is when the next forecast is made, or at once where there was none", () => {
    const facts = { ...heard(-40), place: { latitude: 45, longitude: -93 } };
    const forecast = { fetchedAt: T0, hours: [] };
    expect(nextCheckAt(facts, { ...around, forecast }, T0 + 40 * MINUTE)).toBe(T0 + HOUR);
    expect(nextCheckAt(facts, around, T0)).toBe(T0 + 1);
  });
});
