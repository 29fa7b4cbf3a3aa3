import { desc, sql } from "drizzle-orm";
import { jobRuns } from "../../schema/tables/job-run.ts";
import type { JobRunItem } from "../../schema/wire/jobs.ts";
import type { Counts } from "../domain/cron/jobs.ts";
import type { Place } from "../domain/cursor.ts";
import type { Db } from "./db.ts";
import { isoTime } from "./iso-time.ts";
import { behind, microsecondsOf } from "./page-place.ts";

/** A run as the operators see it. */
export type JobRun = JobRunItem;

export type PlacedRun = { place: Place; run: JobRun };

const RUN = {
  job: jobRuns.job,
  tick: isoTime(jobRuns.tick),
  started_at: isoTime(jobRuns.startedAt),
  finished_at: isoTime(jobRuns.finishedAt),
  lease_until: isoTime(jobRuns.leaseUntil),
  attempts: jobRuns.attempts,
  counts: sql<Counts>`${jobRuns.counts}`,
  error: jobRuns.error,
  state: sql<JobRun["state"]>`case when ${jobRuns.finishedAt} is null then 'running'
    when ${jobRuns.error} is null then 'ok' else 'failed' end`,
  atMicroseconds: microsecondsOf(jobRuns.tick),
};

/** The ticks before a place, newest first; the jobs of one tick by their names. */
export async function listRuns(
  db: Db,
  { before, limit }: { before: Place | null; limit: number },
): Promise<PlacedRun[]> {
  const rows = await db("repeatable", (queries) =>
    queries
      .select(RUN)
      .from(jobRuns)
      .where(behind(before, "newest first", [jobRuns.tick, jobRuns.job]))
      .orderBy(desc(jobRuns.tick), desc(jobRuns.job))
      .limit(limit),
  );
  return rows.map(({ atMicroseconds, ...run }) => ({ place: { atMicroseconds, id: run.job }, run }));
}
