import { MINUTE_MS } from "../kernel/time.ts";

/**
 * After the first failure in a row, the second, the third, and every further one. Whole ticks of the polls.
 */
const BACK_OFF_MINUTES = [15, 30, 60, 240] as const;

/** How long a feed is left alone; with no failure until the next tick. */
export const backOffMinutes = (failuresInRow: number): number =>
  BACK_OFF_MINUTES[Math.min(Math.max(failuresInRow, 1), BACK_OFF_MINUTES.length) - 1] ?? 240;

/**
 * When a feed polled in this tick is due again. From the tick, not from the answer: a slow feed must not skip
 * a tick.
 */
export const nextPollMs = (tickMs: number, failuresInRow: number): number =>
  tickMs + backOffMinutes(failuresInRow) * MINUTE_MS;
