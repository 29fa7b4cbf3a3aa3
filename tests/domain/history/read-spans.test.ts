import fc from "fast-check";
import { expect, test } from "vitest";
import { BUCKET_MS } from "../../../lib/history/buckets.ts";
import { readSpans, type SpansAsk } from "../../../lib/history/plan.ts";
import { LIMITS } from "../../../schema/limits.ts";

const QUARTER_MICROS = BUCKET_MS["15m"] * 1_000;
const SIX_DAYS = 6 * 96;

const spansOf = (ask: Omit<SpansAsk, "fromMicros" | "toMicros">, quarters: number) => [
  ...readSpans("15m", { ...ask, fromMicros: 0, toMicros: quarters * QUARTER_MICROS }),
];

test.each([LIMITS.readingsPageDefault, LIMITS.readingsPageMax])(
  "the first statement of a page of %i is bounded by the page, however long the stretch of 256 sensors is",
  (limit) => {
    for (const newestFirst of [true, false]) {
      const ask = { sensors: LIMITS.deviceSensorsMax, limit, newestFirst };
      const [first] = spansOf(ask, SIX_DAYS);
      const quarters = ((first?.toMicros ?? 0) - (first?.fromMicros ?? 0)) / QUARTER_MICROS;
      expect(quarters * ask.sensors).toBeGreaterThanOrEqual(limit + ask.sensors);
      expect(quarters * ask.sensors).toBeLessThanOrEqual(LIMITS.readingsPageMax + 2 * ask.sensors);
      expect(spansOf(ask, 100 * SIX_DAYS)[0]).toMatchObject(newestFirst ? {} : { ...first });
    }
  },
);

test("spans follow each other without gap or overlap, in the order asked for, and soon reach the end", () => {
  const asks = fc.record({
    sensors: fc.integer({ min: 1, max: 256 }),
    limit: fc.integer({ min: 1, max: 10_000 }),
    newestFirst: fc.boolean(),
  });
  fc.assert(
    fc.property(asks, fc.integer({ min: 0, max: 50_000 }), (ask, quarters) => {
      const spans = spansOf(ask, quarters);
      const oldestFirst = ask.newestFirst ? spans.toReversed() : spans;
      const edges = [0, ...oldestFirst.map(({ toMicros }) => toMicros)];
      expect(oldestFirst.map(({ fromMicros }) => fromMicros)).toEqual(edges.slice(0, -1));
      expect(edges.at(-1)).toBe(quarters * QUARTER_MICROS);
      expect(spans.length).toBeLessThanOrEqual(7);
      expect(spans.every(({ toMicros }) => Number.isInteger(toMicros / QUARTER_MICROS))).toBe(true);
    }),
  );
});

test("each span is four times the one before, up to the end", () => {
  const lengths = spansOf({ sensors: 10, limit: 1, newestFirst: false }, 20_000).map(
    ({ fromMicros, toMicros }) => (toMicros - fromMicros) / QUARTER_MICROS,
  );
  expect(lengths).toEqual([1_001, 4_004, 20_000 - 5_005]);
});

test("one sensor's year by the day is one span", () => {
  const ask = {
    fromMicros: 0,
    toMicros: 366 * BUCKET_MS["1d"] * 1_000,
    sensors: 1,
    limit: 1_000,
    newestFirst: false,
  };
  expect([...readSpans("1d", ask)]).toHaveLength(1);
});
