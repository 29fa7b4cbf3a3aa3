import { sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import type { TimedJob } from "./jobs.ts";

/** When a run of the job last ended well; null for never. */
export async function findLastSuccess(db: Db, job: TimedJob): Promise<Date | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ at: number | null }>(sql`
      select epoch_ms(finished_at) as at from job_runs
      where job = ${job} and finished_at is not null and error is null order by tick desc limit 1`),
  );
  const found = rows[0]?.at ?? null;
  return found === null ? null : new Date(found);
}
