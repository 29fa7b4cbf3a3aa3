import { describe, expect, test } from "vitest";
import { EARLIER_HOURS, quantiles, withError } from "../../../lib/alerts/physics/cooling.ts";
import { binned, celsiusPoints, noiseOf, outdoorOf, smoothed } from "../../../lib/alerts/physics/history.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T0 = Date.UTC(2027, 0, 16, 3);

describe("a quantile of weighted values", () => {
  const values = [
    { value: 30, weight: 1 },
    { value: 10, weight: 2 },
    { value: 20, weight: 1 },
  ];

  test.each<[number, number]>([
    [0, 10],
    [0.4375, 15],
    [0.75, 25],
    [1, 30],
  ])("lies straight between two values' middles: %d", (share, expected) => {
    expect(quantiles(values, [share])[0]).toBeCloseTo(expected, 12);
  });

  test("sorts what never comes last, and begins it half way", () => {
    const never = [
      { value: Number.POSITIVE_INFINITY, weight: 1 },
      { value: 10, weight: 1 },
    ];
    expect(quantiles(never, [0.25, 0.49, 0.5, 0.9])).toEqual([
      10,
      10,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
    expect(quantiles([], [0.5])).toEqual([Number.NaN]);
  });
});

describe("a sensor's points", () => {
  const at = (minute: number) => T0 + minute * MINUTE;
  const points = (...celsius: number[]) =>
    celsius.map((each, index) => ({ at: at(10 * index), celsius: each }));

  test("are its temperatures in °C, oldest first", () => {
    const readings = [
      { at: at(2), value: 50 },
      { at: at(1), value: 41 },
    ];
    expect(celsiusPoints(readings, "°F")).toEqual([
      { at: at(1), celsius: 5 },
      { at: at(2), celsius: 10 },
    ]);
    expect([celsiusPoints(readings, "%"), celsiusPoints(readings, null)]).toEqual([[], []]);
  });

  test("are one for every ten minutes, between two moments, both included", () => {
    const given = [0, 4, 10, 20, 29].map((minute) => ({ at: at(minute), celsius: minute }));
    expect(binned(given, at(0), at(29))).toEqual([
      { at: at(2), celsius: 2 },
      { at: at(10), celsius: 10 },
      { at: at(24.5), celsius: 24.5 },
    ]);
    expect(binned(given, at(0) + 1, at(29) - 1).map(({ celsius }) => celsius)).toEqual([4, 10, 20]);
    expect(binned([], at(0), at(9))).toEqual([]);
  });

  test("are smoothed by a running median that shrinks evenly towards the ends", () => {
    const smooth = (width: number, ...celsius: number[]) =>
      smoothed(points(...celsius), width).map((point) => point.celsius);
    expect(smooth(3, 5, 1, 9, 2, 3)).toEqual([5, 5, 2, 3, 3]);
    expect(smooth(5, 9, 1, 8, 2, 7, 3)).toEqual([9, 8, 7, 3, 3, 3]);
    expect(smooth(5, 4, 6)).toEqual([4, 6]);
    expect(smooth(3, -5, -1, -9, -2)).toEqual([-5, -5, -2, -2]);
    expect(smoothed(points(1, 2), 3)[1]?.at).toBe(at(10));
  });

  test("err by their bends, and by their own step at least", () => {
    expect(noiseOf(points(10, 10.5, 11, 11.5))).toBeCloseTo(0.5 / Math.sqrt(12), 12);
    expect(noiseOf(points(10, 12, 10, 12, 10))).toBeCloseTo((4 * 1.4826) / Math.sqrt(6), 12);
    expect(noiseOf(points(10, 10, 10))).toBeCloseTo(1 / Math.sqrt(12), 12);
    expect(noiseOf(points(10, 10.2, 10.4, 10.6, 10.6 + 1e-7))).toBeCloseTo(0.2 / Math.sqrt(12), 6);
    expect(noiseOf(points(10, 10.2, 10.6, 10.6))).toBeCloseTo((0.3 * 1.4826) / Math.sqrt(6), 12);
  });
});

describe("the outdoors of a forecast", () => {
  const hours = [
    { at: T0 + 2 * HOUR, celsius: -4 },
    { at: T0, celsius: 0 },
    { at: T0 + HOUR, celsius: 2 },
  ];
  const outdoor = outdoorOf(hours);

  test.each<[number, number]>([
    [-5, 0],
    [0, 0],
    [1.5, -1],
    [2, -2 / 3],
    [9, -2 / 3],
  ])(
    "are straight between two hours, the first before them and the mean of a day after them: %d h",
    (hour, celsius) => {
      expect(outdoor?.at(T0 + hour * HOUR)).toBeCloseTo(celsius, 12);
    },
  );

  test("take the last day alone for what comes after", () => {
    const days = [0, 24, 25, 48].map((hour) => ({ at: T0 + hour * HOUR, celsius: hour }));
    expect(outdoorOf(days)?.at(T0 + 99 * HOUR)).toBe((25 + 48) / 2);
  });
});

test("hours may turn out some minutes earlier, and otherwise by what homes do beyond any law", () => {
  const sd = Math.hypot(0.2 * 10, 0.6);
  const spread = withError([
    { value: 10, weight: 5 },
    { value: Number.POSITIVE_INFINITY, weight: 2 },
  ]);
  const expected = [-1.4, -0.53, 0, 0.53, 1.4].map((sigmas) => 10 - EARLIER_HOURS + sigmas * sd);
  for (const [index, { value, weight }] of spread.slice(0, 5).entries()) {
    expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 12);
    expect(weight).toBe(1);
  }
  expect(spread.slice(5)).toEqual([{ value: Number.POSITIVE_INFINITY, weight: 2 }]);
  expect(withError([{ value: 0.1, weight: 1 }])[0]?.value).toBe(0);
  expect(EARLIER_HOURS).toBe(0.15);
});
