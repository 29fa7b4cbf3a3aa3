import { TIMED_JOBS, type TimedJob } from "../../domain/cron/jobs.ts";
import { nextTick } from "../../domain/cron/next-tick.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findJobOverview, type JobLook } from "../../store/job-overview.ts";

const FAILURES_SHOWN_MAX = 20;

export type JobState = "never" | "running" | "died" | "ok" | "failed";
export type JobLine = { job: TimedJob; state: JobState; last: JobLook | null; next: Date };

/** Every job of the clock: how its last run went and when it runs next; and what failed last. */
export async function showJobOverview({ db, clock }: { db: Db; clock: Clock }) {
  const now = clock();
  const { last, failures } = await findJobOverview(db, FAILURES_SHOWN_MAX);
  const jobs: JobLine[] = TIMED_JOBS.map((job) => {
    const run = last.find((each) => each.job === job) ?? null;
    return { job, state: stateOf(run, now), last: run, next: new Date(nextTick(job, now.getTime())) };
  });
  return { jobs, failures, now };
}

function stateOf(run: JobLook | null, now: Date): JobState {
  if (run === null) return "never";
  if (run.finishedAt === null) return run.leaseUntil > now ? "running" : "died";
  return run.error === null ? "ok" : "failed";
}
