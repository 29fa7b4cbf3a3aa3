import { sql } from "drizzle-orm";
import type { Counts } from "../domain/cron/jobs.ts";
import type { Place } from "../domain/cursor.ts";
import type { Db } from "./db.ts";
import { isoTime } from "./iso-time.ts";

/** A run as the operators see it. */
export type JobRun = {
  job: string;
  tick: string;
  state: "running" | "ok" | "failed";
  started_at: string;
  finished_at: string | null;
  lease_until: string;
  attempts: number;
  counts: Counts;
  error: string | null;
};

export type PlacedRun = { place: Place; run: JobRun };

type Row = JobRun & { place_us: string };

/** The ticks before a place, newest first; the jobs of one tick by their names. */
export async function listRuns(
  db: Db,
  { before, limit }: { before: Place | null; limit: number },
): Promise<PlacedRun[]> {
  const isBefore =
    before === null
      ? sql`true`
      : sql`(tick, job) < ('epoch'::timestamptz + ${before.atMicroseconds}::bigint * interval '1 microsecond',
          ${before.id})`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select job, ${isoTime("tick")} as tick, ${isoTime("started_at")} as started_at,
        ${isoTime("finished_at")} as finished_at, ${isoTime("lease_until")} as lease_until, attempts, counts, error,
        case when finished_at is null then 'running' when error is null then 'ok' else 'failed' end as state,
        (extract(epoch from job_runs.tick) * 1000000)::bigint::text as place_us
      from job_runs where ${isBefore} order by job_runs.tick desc, job desc limit ${limit}`),
  );
  return rows.map(({ place_us: atMicroseconds, ...run }) => ({
    place: { atMicroseconds, id: run.job },
    run,
  }));
}
