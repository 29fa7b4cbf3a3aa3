import { describe, expect, test } from "vitest";
import { aggregateOf, type DayStats, dayStats, mergeAggregates } from "../../../lib/history/buckets.ts";
import type { Point } from "../../../lib/history/codec/chunk.ts";

const point = (iso: string, value: number): Point => ({ atMicros: Date.parse(iso) * 1_000, value });

const MORNING = [
  point("2026-11-20T10:00:00Z", 40),
  point("2026-11-20T10:14:59.999Z", 44),
  point("2026-11-20T10:15:00Z", 38),
  point("2026-11-20T11:59:00Z", 39),
];

describe("the figures of a day", () => {
  test("say when it was lowest and highest", () => {
    expect(dayStats(MORNING)).toEqual({
      count: 4,
      min: 38,
      minAtMicros: MORNING[2]?.atMicros,
      max: 44,
      maxAtMicros: MORNING[1]?.atMicros,
      avg: 40.25,
      last: 39,
      lastAtMicros: MORNING[3]?.atMicros,
    } satisfies Record<keyof DayStats, unknown>);
  });

  test("name the first of several equal lows, in any order", () => {
    const equal = [
      point("2026-11-20T05:00:00Z", 1),
      point("2026-11-20T03:00:00Z", 1),
      point("2026-11-20T09:00:00Z", 1),
    ];
    expect(dayStats(equal)?.minAtMicros).toBe(equal[1]?.atMicros);
    expect(dayStats(equal.toReversed())?.maxAtMicros).toBe(equal[1]?.atMicros);
  });

  test("are none for a day without readings", () => {
    expect(dayStats([])).toBeNull();
  });
});

test("of two aggregates that end at one moment the greater value was read last, whichever comes first", () => {
  const [cold, warm] = [aggregateOf({ atMicros: 5, value: 1 }), aggregateOf({ atMicros: 5, value: 2 })];
  expect(mergeAggregates(cold, warm)).toMatchObject({ last: 2, lastAtMicros: 5, avg: 1.5 });
  expect(mergeAggregates(warm, cold)).toMatchObject({ last: 2, lastAtMicros: 5, avg: 1.5 });
});
