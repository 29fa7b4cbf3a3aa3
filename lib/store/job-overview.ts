import { desc, isNotNull } from "drizzle-orm";
import { jobRuns } from "../../schema/tables/job-run.ts";
import type { Db } from "./db.ts";

export type JobLook = {
  job: string;
  tick: Date;
  /** Null while it runs; past `leaseUntil` it has died. */
  finishedAt: Date | null;
  leaseUntil: Date;
  error: string | null;
};

const LOOK = {
  job: jobRuns.job,
  tick: jobRuns.tick,
  finishedAt: jobRuns.finishedAt,
  leaseUntil: jobRuns.leaseUntil,
  error: jobRuns.error,
};

/** Each job's last run, and the last failures of all of them, newest first, in one call. */
export async function findJobOverview(
  db: Db,
  failuresMax: number,
): Promise<{ last: JobLook[]; failures: JobLook[] }> {
  const [last, failures] = await db("repeatable", (queries) =>
    queries.batch([
      queries.selectDistinctOn([jobRuns.job], LOOK).from(jobRuns).orderBy(jobRuns.job, desc(jobRuns.tick)),
      queries
        .select(LOOK)
        .from(jobRuns)
        .where(isNotNull(jobRuns.error))
        .orderBy(desc(jobRuns.tick))
        .limit(failuresMax),
    ]),
  );
  return { last, failures };
}
