import { DAY_MS, HOUR_MS } from "../time.ts";

/**
 * `tickAt` is the newest tick at or before a moment, epoch milliseconds. Of ticks that were missed by no more
 * than `lateMs` the newest one runs for all: polls see the present only. For a report, which is about its own
 * period, that time is shorter than the period, so that it owes one tick at most.
 */
export type Timetable = { tickAt: (nowMs: number) => number; lateMs: number };

/** The epoch began on a Thursday: its first Monday was day 4. */
export const MONDAY_EIGHT_MS = 4 * DAY_MS + 8 * HOUR_MS;

/** The month before is over in every zone at noon UTC of the first day. */
const REPORT_HOUR = 12;

export const every =
  (periodMs: number, offsetMs = 0) =>
  (nowMs: number): number =>
    Math.floor((nowMs - offsetMs) / periodMs) * periodMs + offsetMs;

/** The first of every month (1) or quarter (3). */
export const everyMonths =
  (months: 1 | 3) =>
  (nowMs: number): number => {
    const now = new Date(nowMs);
    const month = Math.floor(now.getUTCMonth() / months) * months;
    const tickMs = Date.UTC(now.getUTCFullYear(), month, 1, REPORT_HOUR);
    return tickMs <= nowMs ? tickMs : Date.UTC(now.getUTCFullYear(), month - months, 1, REPORT_HOUR);
  };
