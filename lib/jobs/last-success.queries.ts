import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { jobRuns } from "../../schema/tables/job-run.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { TimedJob } from "./jobs.ts";

/** When a run of the job last ended well; null for never. */
export async function findLastSuccess(db: Db, job: TimedJob): Promise<Date | null> {
  const [last] = await db("repeatable", (queries) =>
    queries
      .select({ at: jobRuns.finishedAt })
      .from(jobRuns)
      .where(and(eq(jobRuns.job, job), isNotNull(jobRuns.finishedAt), isNull(jobRuns.error)))
      .orderBy(desc(jobRuns.tick))
      .limit(1),
  );
  return last?.at ?? null;
}
