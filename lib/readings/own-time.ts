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

/** What a number or text says as epoch milliseconds; NaN where it is no time, or doesn't say in which zone, if it must. */
export const momentSaid = (raw: unknown, mustSayZone = true): number => {
  const said = typeof raw === "number" || typeof raw === "string" ? String(raw).trim() : "";
  const count = said === "" ? Number.NaN : Number(said);
  if (Number.isNaN(count)) return WITH_ZONE.test(said) || !mustSayZone ? Date.parse(said) : Number.NaN;
  if (count < EPOCH_MIN) return Number.NaN;
  const perMs = FINER.find(([least]) => count >= least)?.[1];
  // To the microsecond, as it is stored.
  return Math.round(perMs === undefined ? count * 1e6 : (count / perMs) * 1e3) / 1e3;
};

/** True for a reading's own time in epoch milliseconds; any other is that of a clock that was never set, or runs ahead. */
export const isOwnTime = (moment: number, nowMs: number): boolean =>
  moment >= EARLIEST_MS && moment <= nowMs + READING_LIMITS.readingFutureMinutesMax * MINUTE_MS;

/** When each of a body's moments counts, null for its receipt; and how far the newest lies behind where none can be. */
export type Settled = { atMs: (moment: number | undefined) => number | null; lagSeconds?: number };

/**
 * Moments that can't be are those of a clock that never was set. They must not fall together: they keep their distances,
 * counted back from the newest of them.
 */
export const settledMoments = (moments: readonly (number | undefined)[], now: Date): Settled => {
  const nowMs = now.getTime();
  // Past what a date can be is no clock that is wrong: a lag of 1e300 s is nothing that a column holds.
  const said = moments.filter((moment = Number.NaN) => !Number.isNaN(new Date(moment).getTime())) as number[];
  const rejected = said.filter((moment) => !isOwnTime(moment, nowMs));
  const newest = rejected.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const settle = (moment: number): number => (isOwnTime(moment, nowMs) ? moment : moment - newest + nowMs);
  const atMs = (moment: number | undefined): number | null => {
    const settled = moment === undefined ? Number.NaN : settle(moment);
    return settled !== nowMs && isOwnTime(settled, nowMs) ? settled : null;
  };
  const isWrong = said.length > 0 && rejected.length === said.length;
  return { atMs, ...(isWrong ? { lagSeconds: (nowMs - newest) / 1_000 } : {}) };
};
