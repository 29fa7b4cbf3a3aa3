import { MINUTE_MS } from "../kernel/time.ts";
import { JOBS, type TimedJob } from "./jobs.ts";

/**
 * `key` names the tick in the ledger, such as `maintenance@2026-11-20T10:00Z`; `missed` other ticks it stands
 * for.
 */
type Tick = { job: TimedJob; tickMs: number; key: string; missed: number };

/** A tick's time, in UTC to the minute. */
export const tickKey = (job: TimedJob, tickMs: number): string =>
  `${job}@${new Date(tickMs).toISOString().slice(0, 16)}Z`;

/** The tick that is the job's present one: what a trigger that fires a little late means. */
export function tickAt(job: TimedJob, nowMs: number): Tick {
  const tickMs = JOBS[job].timetable.tickAt(nowMs);
  return { job, tickMs, key: tickKey(job, tickMs), missed: 0 };
}

export type Ledger = {
  /** Ticks that have run to their end, by `tickMs`. */
  finished: ReadonlySet<number>;
  /** When the clock was first started: nothing before it was missed. */
  sinceMs: number;
};

/** The tick that a job owes at this moment, if any. Those older than its `lateMs` are given up. */
export function ticksToRun(job: TimedJob, ledger: Ledger, nowMs: number): Tick[] {
  const owed = owedTicks(job, ledger, nowMs);
  const present = tickAt(job, nowMs);
  // An older one that is owed is made good by a newer one that has run.
  return owed[0] === present.tickMs ? [{ ...present, missed: owed.length - 1 }] : [];
}

/** Newest first. */
function owedTicks(job: TimedJob, { finished, sinceMs }: Ledger, nowMs: number): number[] {
  const { tickAt: tickBefore, lateMs } = JOBS[job].timetable;
  const owed: number[] = [];
  const oldestMs = Math.max(nowMs - lateMs, sinceMs);
  for (let tickMs = tickBefore(nowMs); tickMs >= oldestMs; tickMs = tickBefore(tickMs - 1)) {
    if (!finished.has(tickMs)) owed.push(tickMs);
  }
  return owed;
}

const SHORTEST_PERIOD_MS = MINUTE_MS;

/** The first tick of the job after a moment, epoch milliseconds. */
export function nextTick(job: TimedJob, nowMs: number): number {
  const { tickAt } = JOBS[job].timetable;
  const last = tickAt(nowMs);
  // Within half of the final span there is no tick, so that no more than one can be within all of it.
  let spanMs = SHORTEST_PERIOD_MS;
  while (tickAt(nowMs + spanMs) === last) spanMs *= 2;
  return tickAt(nowMs + spanMs);
}
