import { MINUTE_MS } from "../kernel/time.ts";
import { READING_LIMITS } from "./limits.ts";

/** The year 2001 in seconds: `{"t":21}` is no time. */
export const EPOCH_MIN = 1_000_000_000;

const EARLIEST_MS = Date.UTC(READING_LIMITS.ownTimeYearMin, 0);

/** A time that says its zone: without one it may be hours off. */
const WITH_ZONE = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;

/** From so large a count on it is in nanoseconds, in microseconds, in milliseconds. */
const FINER: readonly [least: number, perMs: number][] = [
  [1e17, 1e6],
  [1e14, 1e3],
  [1e11, 1],
];

/** What a number or text says as epoch milliseconds; NaN where it is no time, or doesn't say in which zone. */
export const momentSaid = (raw: unknown): number => {
  const said = typeof raw === "number" || typeof raw === "string" ? String(raw).trim() : "";
  const count = said === "" ? Number.NaN : Number(said);
  if (Number.isNaN(count)) return WITH_ZONE.test(said) ? Date.parse(said) : Number.NaN;
  if (count < EPOCH_MIN) return Number.NaN;
  const perMs = FINER.find(([least]) => count >= least)?.[1];
  return perMs === undefined ? count * 1_000 : count / perMs;
};

/** True for a reading's own time in epoch milliseconds; any other is that of a clock that was never set, or runs ahead. */
export const isOwnTime = (moment: number, nowMs: number): boolean =>
  moment >= EARLIEST_MS && moment <= nowMs + READING_LIMITS.readingFutureMinutesMax * MINUTE_MS;

/** A reading's own time as it is kept; null for the time of its receipt. */
export const ownTime = (raw: unknown, now: Date): number | null => {
  const moment = momentSaid(raw);
  return isOwnTime(moment, now.getTime()) ? moment : null;
};
