import type { CoreServices } from "../kernel/services.actions.ts";
import { findJobOverview, type RunSummary } from "./job-runs.queries.ts";
import { definitionOf, nextTick, TIMED_JOBS, type TimedJob } from "./jobs.ts";

const FAILURES_SHOWN_MAX = 20;

type JobState = "never" | "running" | "died" | "ok" | "failed";
/** `state` is null if unknown. */
export type JobLine = { job: TimedJob; state: JobState | null; last: RunSummary | null; next: Date };

/** Returns every job's last result and next tick, open faults, the newest failures, and the installation's load. */
export async function showJobOverview({ db, clock }: CoreServices) {
  const now = clock();
  const { last, ...found } = await findJobOverview(db, { failuresMax: FAILURES_SHOWN_MAX, now });
  const jobs: JobLine[] = TIMED_JOBS.map((job) => {
    const run = last.find((each) => each.job === job) ?? null;
    // A job that may overlap also runs without recording it, so its last run is unknown.
    const { mayOverlap } = definitionOf(job);
    const state = run === null && mayOverlap ? null : stateOf(run, now);
    return { job, state, last: mayOverlap ? null : run, next: new Date(nextTick(job, now.getTime())) };
  });
  return { jobs, ...found, now };
}

function stateOf(run: RunSummary | null, now: Date): JobState {
  if (run === null) return "never";
  if (run.finishedAt === null) return run.leaseUntil > now ? "running" : "died";
  return run.error === null ? "ok" : "failed";
}
