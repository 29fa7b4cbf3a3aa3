import { describe, expect, test } from "vitest";
import { seriesOf, tierBuckets, withLate } from "../../../lib/history/device-day.ts";

const DAY = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;
const at = (ms: number) => (DAY + ms) * 1_000;

test("snapshots become a series for each sensor that said something, by its position", () => {
  const series = seriesOf([
    { atMicros: 1, values: [20, null, 5, null] },
    { atMicros: 2, values: [21] },
    { atMicros: 3, values: [null, null, 0] },
  ]);
  expect([...series]).toEqual([
    [
      1,
      [
        { atMicros: 1, value: 20 },
        { atMicros: 2, value: 21 },
      ],
    ],
    [
      3,
      [
        { atMicros: 1, value: 5 },
        { atMicros: 3, value: 0 },
      ],
    ],
  ]);
  expect(seriesOf([]).size).toBe(0);
});

describe("what comes after a day was sealed", () => {
  const sealed = [
    { atMicros: 10, value: 1 },
    { atMicros: 30, value: 3 },
  ];

  test("takes its place in time, and of one moment the later word counts", () => {
    const late = [
      { atMicros: 30, value: 33 },
      { atMicros: 20, value: 2 },
      { atMicros: 5, value: 0 },
    ];
    expect(withLate(sealed, late)).toEqual([
      { atMicros: 5, value: 0 },
      { atMicros: 10, value: 1 },
      { atMicros: 20, value: 2 },
      { atMicros: 30, value: 33 },
    ]);
  });

  test("is nothing as a rule", () => {
    expect(withLate(sealed, [])).toEqual(sealed);
    expect(withLate([], sealed)).toEqual(sealed);
  });
});

describe("a sensor's day in buckets", () => {
  const figures = (count: number, min: number, max: number, avg: number, last: number, ms: number) => ({
    count,
    min,
    max,
    avg,
    last,
    lastAtMicros: at(ms),
  });

  test("is its quarters, its hours and itself, with the times of its extremes", () => {
    const points = [
      { atMicros: at(0), value: 4 },
      { atMicros: at(60_000), value: 2 },
      { atMicros: at(HOUR / 2), value: 6 },
      { atMicros: at(5 * HOUR), value: 8 },
    ];
    expect(tierBuckets(DAY, points)).toEqual([
      { resolution: "15m", startMs: DAY, figures: figures(2, 2, 4, 3, 2, 60_000) },
      { resolution: "15m", startMs: DAY + HOUR / 2, figures: figures(1, 6, 6, 6, 6, HOUR / 2) },
      { resolution: "15m", startMs: DAY + 5 * HOUR, figures: figures(1, 8, 8, 8, 8, 5 * HOUR) },
      { resolution: "1h", startMs: DAY, figures: figures(3, 2, 6, 4, 6, HOUR / 2) },
      { resolution: "1h", startMs: DAY + 5 * HOUR, figures: figures(1, 8, 8, 8, 8, 5 * HOUR) },
      {
        resolution: "1d",
        startMs: DAY,
        figures: {
          ...figures(4, 2, 8, 5, 8, 5 * HOUR),
          minAtMicros: at(60_000),
          maxAtMicros: at(5 * HOUR),
        },
      },
    ]);
  });

  test("without a reading is nothing", () => {
    expect(tierBuckets(DAY, [])).toEqual([]);
  });
});
