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
