/** The jobs of the clock. The two reports run inside the hourly maintenance, each tick of theirs once. */
export const TIMED_JOBS = [
  "collect-history",
  "maintenance",
  "weekly-digest",
  "dispatch",
  "monthly-report",
  "quarterly-report",
] as const;
export type TimedJob = (typeof TIMED_JOBS)[number];

/**
 * `tickAt` is the newest tick at or before a moment, epoch milliseconds. Of ticks that were missed, `newest` runs
 * one for all (polls see the present only), `each` runs every one (a report is about its own period).
 */
export type Timetable = { tickAt: (nowMs: number) => number; catchUp: "newest" | "each"; lateMs: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** The epoch began on a Thursday: its first Monday was day 4. */
const MONDAY_EIGHT_MS = 4 * DAY_MS + 8 * HOUR_MS;

/** At noon UTC of the first day the month before is over in every zone. */
const REPORT_HOUR = 12;

const every =
  (periodMs: number, offsetMs = 0) =>
  (nowMs: number): number =>
    Math.floor((nowMs - offsetMs) / periodMs) * periodMs + offsetMs;

/** The first of every month (1) or quarter (3). */
const everyMonths =
  (months: 1 | 3) =>
  (nowMs: number): number => {
    const now = new Date(nowMs);
    const month = Math.floor(now.getUTCMonth() / months) * months;
    const tickMs = Date.UTC(now.getUTCFullYear(), month, 1, REPORT_HOUR);
    return tickMs <= nowMs ? tickMs : Date.UTC(now.getUTCFullYear(), month - months, 1, REPORT_HOUR);
  };

export const TIMETABLES: Record<TimedJob, Timetable> = {
  "collect-history": { tickAt: every(15 * MINUTE_MS), catchUp: "newest", lateMs: DAY_MS },
  maintenance: { tickAt: every(HOUR_MS), catchUp: "newest", lateMs: DAY_MS },
  "weekly-digest": { tickAt: every(WEEK_MS, MONDAY_EIGHT_MS), catchUp: "each", lateMs: 2 * DAY_MS },
  // What is written is sent by whoever wrote it; the tick is for what has to be tried again.
  dispatch: { tickAt: every(5 * MINUTE_MS), catchUp: "newest", lateMs: DAY_MS },
  // A week late, a month's report is still worth reading.
  "monthly-report": { tickAt: everyMonths(1), catchUp: "each", lateMs: WEEK_MS },
  "quarterly-report": { tickAt: everyMonths(3), catchUp: "each", lateMs: WEEK_MS },
};
