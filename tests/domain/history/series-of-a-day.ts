import type { Point } from "../../../lib/history/codec.ts";

export const NOON = Date.UTC(2026, 10, 20, 12) * 1_000;
export const QUARTER_HOUR = 900_000_000;

export const every = (micros: number, values: number[]): Point[] =>
  values.map((value, index) => ({ atMicros: NOON + index * micros, value }));

/** A day with a reading every 15 minutes; `valueAt` gets the reading's index. */
export const day = (valueAt: (index: number) => number): Point[] =>
  every(
    QUARTER_HOUR,
    Array.from({ length: 96 }, (_, index) => valueAt(index)),
  );
