import { COLLECT_TICK_MS } from "../kernel/shards.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from "../kernel/time.ts";

/**
 * `tickAt` returns the newest tick at or before a time, in epoch milliseconds; one run makes up for all missed ticks.
 * `lateMs`: how late a report may still run: less than its period, because each report is about one period.
 */
type Timetable = { tickAt: (nowMs: number) => number; lateMs?: number };

/** Monday, 8:00 UTC, after the epoch. The epoch began on a Thursday, so its first Monday was day 4. */
const MONDAY_EIGHT_MS = 4 * DAY_MS + 8 * HOUR_MS;

/** At noon UTC of the first day, the previous month is over in every time zone. */
const REPORT_HOUR = 12;

const every =
  (periodMs: number, offsetMs = 0) =>
  (nowMs: number): number =>
    Math.floor((nowMs - offsetMs) / periodMs) * periodMs + offsetMs;

/** Ticks on the first day of every month (1) or quarter (3). */
const everyMonths =
  (months: 1 | 3) =>
  (nowMs: number): number => {
    const now = new Date(nowMs);
    const month = Math.floor(now.getUTCMonth() / months) * months;
    const tickMs = Date.UTC(now.getUTCFullYear(), month, 1, REPORT_HOUR);
    return tickMs <= nowMs ? tickMs : Date.UTC(now.getUTCFullYear(), month - months, 1, REPORT_HOUR);
  };

/** The properties of a job, except its work (`lib/jobs/registry.actions.ts`). */
type JobDefinition = {
  /** The cron trigger in wrangler.toml; null for a job that runs inside another one. */
  cron: string | null;
  timetable: Timetable;
  /** Set if a second run may start while one is in progress. */
  mayOverlap?: true;
  /** Set if the job's success shows that the clock works. */
  isHeartbeat?: true;
};

/** A report that runs inside the hourly maintenance. Up to a week late, it is still worth reading. */
const reportOf = (months: 1 | 3) =>
  ({ cron: null, timetable: { tickAt: everyMonths(months), lateMs: WEEK_MS } }) as const;

/** Triggers name the weekday, because Cloudflare numbers Sunday 1 and everybody else 0. */
export const JOBS = {
  "collect-history": {
    cron: "*/15 * * * *",
    timetable: { tickAt: every(COLLECT_TICK_MS) },
    isHeartbeat: true,
  },
  maintenance: { cron: "0 * * * *", timetable: { tickAt: every(HOUR_MS) } },
  "weekly-digest": {
    cron: "0 8 * * MON",
    timetable: { tickAt: every(WEEK_MS, MONDAY_EIGHT_MS), lateMs: 2 * DAY_MS },
  },
  dispatch: {
    cron: "* * * * *",
    // Writers send new messages at once. The tick is for retries, and for escalation steps, which must go out within
    // their own minute.
    timetable: { tickAt: every(MINUTE_MS) },
    // Each message has its own lease, and an alert must not wait for the lease of a run that died.
    mayOverlap: true,
  },
  "monthly-report": reportOf(1),
  "quarterly-report": reportOf(3),
} as const satisfies Record<string, JobDefinition>;

export type TimedJob = keyof typeof JOBS;
export const TIMED_JOBS = Object.keys(JOBS) as TimedJob[];

export type Job = { [J in TimedJob]: (typeof JOBS)[J]["cron"] extends null ? never : J }[TimedJob];
export const JOB_NAMES = TIMED_JOBS.filter((job): job is Job => JOBS[job].cron !== null);

export const definitionOf = (job: TimedJob): JobDefinition => JOBS[job];

export const jobOfCron = (cron: string): Job | null =>
  JOB_NAMES.find((job) => JOBS[job].cron === cron) ?? null;

/** Returns the tick that a job should have run by a time, in epoch milliseconds, or null if it is too late for it. */
export function owedTick(job: TimedJob, nowMs: number): number | null {
  const { tickAt, lateMs } = definitionOf(job).timetable;
  const tickMs = tickAt(nowMs);
  return lateMs !== undefined && nowMs - tickMs > lateMs ? null : tickMs;
}

/** Returns the job's first tick after a time, in epoch milliseconds. */
export function nextTick(job: TimedJob, nowMs: number): number {
  const { tickAt } = definitionOf(job).timetable;
  const last = tickAt(nowMs);
  // The final span's first half has no tick, so ticks are further apart than half a span: its second half has only one.
  let spanMs = MINUTE_MS;
  while (tickAt(nowMs + spanMs) === last) spanMs *= 2;
  return tickAt(nowMs + spanMs);
}
