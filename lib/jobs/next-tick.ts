import { MINUTE_MS } from "../kernel/time.ts";
import { JOBS, type TimedJob } from "./jobs.ts";

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
