import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coolingOutlook, EARLIER_HOURS, unheatedAhead } from "../../../lib/alerts/physics/cooling.ts";
import { historyOf } from "../../../lib/alerts/physics/history.ts";
import { HOUR, T0 } from "./posts.ts";

type Points = { at: number; celsius: number }[];

/** Readings every ten minutes over the last `hours`; `of` takes hours before T0. */
const readings = (hours: number, of: (ago: number) => number): Points =>
  Array.from({ length: hours * 6 + 1 }, (_, index) => {
    const ago = hours - index / 6;
    return { at: T0 - ago * HOUR, celsius: of(ago) };
  });
const hourly = (of: (hour: number) => number): Points =>
  Array.from({ length: 97 }, (_, index) => ({ at: T0 + (index - 24) * HOUR, celsius: of(index - 24) }));
const steady = (celsius: number): Points => hourly(() => celsius);

/** A home at `now` °C by T0 that cools towards `outside` with τ; held at its starting temperature before. */
const newton = (tau: number, now: number, outside: number, since: number) => (ago: number) =>
  outside + (now - outside) * Math.exp(Math.min(ago, since) / tau);
const truth = (tau: number, now: number, outside: number) => tau * Math.log((outside - now) / outside);

const estimate = (points: Points, outdoor: Points, now = T0) => {
  const outlook = coolingOutlook({ past: historyOf(points, now), outdoor });
  return outlook.is === "cooling" ? outlook.estimate : null;
};

describe("a home that cools by Newton's law", () => {
  test.each([
    [10, 12, -15],
    [20, 8, -10],
    [40, 6, -10],
    [80, 4, -12],
  ])("with τ %d h, at %d °C towards %d °C, is known within a tenth", (tau, now, outside) => {
    const hours = estimate(readings(12, newton(tau, now, outside, 8)), steady(outside));
    const left = truth(tau, now, outside);
    expect(Math.abs((hours?.hours ?? 0) - left)).toBeLessThan(0.1 * left + 0.2);
    expect(hours?.hoursLow).toBeLessThanOrEqual(hours?.hours ?? 0);
    expect(hours?.hoursHigh ?? 999).toBeGreaterThanOrEqual(hours?.hours ?? 0);
  });

  test("a cold front in the forecast brings the freezing forward", () => {
    const points = readings(10, newton(20, 8, -5, 6));
    const still = estimate(points, steady(-5));
    const coming = hourly((hour) => (hour > 2 ? -20 : -5));
    expect(estimate(points, coming)?.hours).toBeLessThan(0.75 * (still?.hours ?? 0));
  });

  test("without a location the trend is all there is, and says so", () => {
    const blind = estimate(readings(10, newton(20, 6, -12, 8)), []);
    expect(blind?.hours).toBeGreaterThan(0.5 * truth(20, 6, -12));
    expect(blind?.hours).toBeLessThan(2 * truth(20, 6, -12));
  });

  test("at or below 32 °F no time is left", () => {
    expect(estimate(readings(10, newton(20, -1, -10, 8)), steady(-10))?.hours).toBe(0);
  });
});

describe("no prediction is made", () => {
  const outlook = (points: Points, outdoor = steady(-10), now = T0) =>
    coolingOutlook({ past: historyOf(points, now), outdoor });

  test.each<[string, Points, Points, object]>([
    ["when it is warming", readings(8, (ago) => 10 - ago), steady(-10), { is: "safe" }],
    ["when it holds", readings(8, () => 20), steady(-10), { is: "safe", why: "steady" }],
    [
      "when the outside isn't freezing",
      readings(8, newton(20, 8, 1, 8)),
      steady(1),
      { is: "safe", why: "outside_not_freezing" },
    ],
    [
      "when the outside stays too mild for it",
      readings(8, newton(20, 8, 2, 8)),
      hourly((hour) => (hour === 20 ? -0.5 : 2)),
      { is: "safe" },
    ],
    ["without readings", [], steady(-10), { is: "unknown" }],
    ["with two readings", readings(8, () => 5).slice(-2), steady(-10), { is: "unknown" }],
  ])("%s", (_, points, outdoor, expected) => {
    expect(outlook(points, outdoor)).toMatchObject(expected);
  });

  test("for a sensor that has been silent", () => {
    const points = readings(8, newton(20, 8, -10, 8));
    expect(outlook(points, undefined, T0 + 3 * HOUR)).toEqual({ is: "unknown" });
  });

  test("between two cycles of the heating", () => {
    // 40 minutes off, 20 minutes on, between 67 and 69 °F.
    const sawtooth = (ago: number) => {
      const phase = (((-ago % 1) + 1) % 1) * 60;
      return phase < 40 ? 20.6 - (1.1 * phase) / 40 : 19.5 + (1.1 * (phase - 40)) / 20;
    };
    for (let minutes = 0; minutes < 60; minutes += 5) {
      const found = outlook(readings(12, (ago) => sawtooth(ago + minutes / 60)));
      expect(found.is).not.toBe("cooling");
    }
  });
});

describe("a disturbance", () => {
  const left = truth(20, 8, -10);
  const home = newton(20, 8, -10, 8);

  test.each<[string, (ago: number) => number]>([
    ["a door that stood open", (ago) => home(ago) - (ago > 2 && ago < 2.4 ? 4 : 0)],
    ["a sensor of half a degree", (ago) => Math.round(home(ago) * 2) / 2],
    ["heating cycles before", (ago) => home(ago) + (ago > 8 ? Math.sin(ago * 9) : 0)],
    ["a jump of one reading", (ago) => home(ago) + (Math.abs(ago - 3) < 0.05 ? 9 : 0)],
  ])("%s moves it by less than a fifth", (_, of) => {
    const found = estimate(readings(14, of), steady(-10));
    expect(Math.abs((found?.hours ?? 0) - left)).toBeLessThan(0.2 * left);
  });

  test("no readings and no forecast make it throw, or answer with what is no number", () => {
    const celsius = fc.double({ min: -40, max: 60, noNaN: true });
    const point = fc.record({ at: fc.integer({ min: T0 - 20 * HOUR, max: T0 }), celsius });
    const anything = fc
      .array(point, { maxLength: 40 })
      .map((points) => points.toSorted((a, b) => a.at - b.at));
    const [tau, now, outside] = [
      { min: 1, max: 200 },
      { max: 20, min: -2 },
      { max: 0, min: -40 },
    ];
    const cooling = fc
      .tuple(fc.integer(tau), fc.integer(now), fc.integer(outside))
      .map((home) => readings(12, newton(...home, 8)));
    let answered = 0;
    fc.assert(
      fc.property(fc.oneof(anything, cooling), fc.array(point, { maxLength: 10 }), (points, outdoor) => {
        const found = estimate(points, outdoor);
        if (found === null) return;
        answered += 1;
        expect(found.hours).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(found.hours + found.hoursLow)).toBe(true);
        expect(found.hoursLow).toBeLessThanOrEqual(found.hours);
      }),
      { numRuns: 200 },
    );
    expect(answered).toBeGreaterThan(20);
  });
});

describe("an unheated space", () => {
  const night = (hour: number) => -6 + 6 * Math.cos((2 * Math.PI * (hour - 12)) / 24);
  /** A crawlspace with τ 8 h, two degrees above the outdoors. */
  const crawlspace = (): Points => {
    let celsius = -2;
    return readings(30, (ago) => {
      celsius += (1 / 6 / 8) * (night(-ago) + 2 - celsius);
      return celsius;
    });
  };

  test("follows the outdoors, so its low can be predicted", () => {
    const ahead = unheatedAhead(
      historyOf(crawlspace(), T0),
      hourly(night).map((point) => ({ ...point })),
      24,
    );
    const earlier = Array.from({ length: 8 }, (_, index) => ({
      at: T0 - (32 - index) * HOUR,
      celsius: night(index - 32),
    }));
    const known = unheatedAhead(historyOf(crawlspace(), T0), [...earlier, ...hourly(night)], 24);
    expect(ahead).toBeNull();
    expect(known).toHaveLength(24);
    const low = Math.min(...(known ?? []).map(({ celsius }) => celsius));
    expect(low).toBeGreaterThan(-10);
    expect(low).toBeLessThan(-5);
  });

  test("a heated room is none", () => {
    const outdoor = Array.from({ length: 80 }, (_, index) => ({ at: T0 + (index - 32) * HOUR, celsius: -6 }));
    const room = readings(30, () => 20);
    expect(unheatedAhead(historyOf(room, T0), outdoor, 24)).toBeNull();
  });
});

describe("the range", () => {
  test("says of a room that falls steadily what it reads by now, not what it read a little before", () => {
    const hours = estimate(readings(8, newton(6, 1, -12, 6)), steady(-12));
    expect(Math.abs((hours?.hours ?? 0) - (truth(6, 1, -12) - EARLIER_HOURS))).toBeLessThan(0.1);
  });

  test("expects a room of heavy walls, whose air falls first, to last longer than the first hours say", () => {
    // The heating stopped six hours ago: the air loses 4 K in a few hours, the heat in the walls lasts for days.
    const heavy = (ago: number) => {
      const since = Math.max(0, 6 - ago);
      return -12 + 4 * Math.exp(-since / 3) + 26 * Math.exp(-since / 70);
    };
    const hours = estimate(readings(12, heavy), steady(-12));
    const left = 70 * Math.log(26 / 12) - 6;
    const bySlope = heavy(0) / ((heavy(3) - heavy(0)) / 3);
    expect(bySlope).toBeLessThan(0.8 * left);
    expect(hours?.hoursLow).toBeLessThan(left);
    expect(hours?.hoursHigh ?? 999).toBeGreaterThan(left);
    expect(Math.abs((hours?.hours ?? 0) - left)).toBeLessThan(0.3 * left);
  });
});
