import { SILENT_CLOCK } from "../../schema/vocabulary.ts";
import { COLLECT_TICK_MS } from "../kernel/shards.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from "../kernel/time.ts";
import { failureOf } from "../status/judge-status.ts";

/**
 * `tickAt` is the newest tick at or before a moment, epoch milliseconds: of ticks that were missed it runs for all. A report
 * is about its own period: after `lateMs`, which are shorter than the period, it is given up.
 */
type Timetable = { tickAt: (nowMs: number) => number; lateMs?: number };

/** The epoch began on a Thursday: its first Monday was day 4. */
const MONDAY_EIGHT_MS = 4 * DAY_MS + 8 * HOUR_MS;

/** The month before is over in every zone at noon UTC of the first day. */
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

/** All that is particular to a job but its work, which a flow does (`lib/jobs/registry.actions.ts`). */
type JobDefinition = {
  /** Its trigger, as wrangler.toml has it; null for one that runs inside another job. */
  cron: string | null;
  timetable: Timetable;
  /** A second run may begin while one is in progress. */
  mayOverlap?: true;
  /** Its success shows that the clock is alive. */
  isHeartbeat?: true;
  /** Its queued messages are sent as soon as it ends. */
  isFollowedBySending?: true;
};

/** A week late, a month's report is still worth reading. It runs inside the hourly maintenance. */
const reportOf = (months: 1 | 3) =>
  ({ cron: null, timetable: { tickAt: everyMonths(months), lateMs: WEEK_MS } }) as const;

/** The weekday of a trigger is a name: Cloudflare counts from Sunday as 1, everybody else from Sunday as 0. */
export const JOBS = {
  "collect-history": {
    cron: "*/15 * * * *",
    timetable: { tickAt: every(COLLECT_TICK_MS) },
    isHeartbeat: true,
    isFollowedBySending: true,
  },
  maintenance: {
    cron: "0 * * * *",
    timetable: { tickAt: every(HOUR_MS) },
    isFollowedBySending: true,
  },
  "weekly-digest": {
    cron: "0 8 * * MON",
    timetable: { tickAt: every(WEEK_MS, MONDAY_EIGHT_MS), lateMs: 2 * DAY_MS },
    isFollowedBySending: true,
  },
  dispatch: {
    cron: "* * * * *",
    // New messages are sent by the writer; the tick is for retries, and for the next step of an escalation, which goes out
    // within its own minute.
    timetable: { tickAt: every(MINUTE_MS) },
    // Messages are claimed one by one, and an alert must not wait for the lease of a sender that died.
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

/** The incidents that a success of the job shows to be over. */
export const provenOver = (job: TimedJob): string[] =>
  definitionOf(job).isHeartbeat ? [failureOf(job), SILENT_CLOCK] : [failureOf(job)];

/** The tick that a job owes at a moment, epoch milliseconds: the present one, or null where that is too long ago. */
export function owedTick(job: TimedJob, nowMs: number): number | null {
  const { tickAt, lateMs } = definitionOf(job).timetable;
  const tickMs = tickAt(nowMs);
  return lateMs !== undefined && nowMs - tickMs > lateMs ? null : tickMs;
}

/** The first tick of the job after a moment, epoch milliseconds. */
export function nextTick(job: TimedJob, nowMs: number): number {
  const { tickAt } = definitionOf(job).timetable;
  const last = tickAt(nowMs);
  // Within half of the final span there is no tick, so that no more than one can be within all of it.
  let spanMs = MINUTE_MS;
  while (tickAt(nowMs + spanMs) === last) spanMs *= 2;
  return tickAt(nowMs + spanMs);
}
