import { MINUTE_MS } from "../kernel/time.ts";
import { definitionOf, type TimedJob } from "./jobs.ts";

/** The tick that a job owes at a moment, epoch milliseconds: the present one, or null where that is too long ago. */
export function owedTick(job: TimedJob, nowMs: number): number | null {
  const { tickAt, lateMs } = definitionOf(job).timetable;
  const tickMs = tickAt(nowMs);
  return lateMs !== undefined && nowMs - tickMs > lateMs ? null : tickMs;
}

const SHORTEST_PERIOD_MS = MINUTE_MS;

/** The first tick of the job after a moment, epoch milliseconds. */
export function nextTick(job: TimedJob, nowMs: number): number {
  const { tickAt } = definitionOf(job).timetable;
  const last = tickAt(nowMs);
  // Within half of the final span there is no tick, so that no more than one can be within all of it.
  let spanMs = SHORTEST_PERIOD_MS;
  while (tickAt(nowMs + spanMs) === last) spanMs *= 2;
  return tickAt(nowMs + spanMs);
}
