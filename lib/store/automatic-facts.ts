import { sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { TIMED_JOBS, type TimedJob } from "../domain/cron/jobs.ts";
import type { AutomaticFacts } from "../domain/status/automatic-incidents.ts";
import { dateOf } from "./date-of.ts";
import type { Db } from "./db.ts";

type Row = {
  last_tried: string | null;
  ticks: { job: TimedJob; isOk: boolean; endedAt: string }[];
  incidents: { id: string; subject: string; openedAt: string; closedAt: string | null }[];
};

const TICKS = Math.max(LIMITS.statusFailedTicks, LIMITS.statusRecoveredTicks);

/**
 * What incidents are opened and closed by without anybody's doing, in one call. A run past its lease has
 * died.
 */
export async function findAutomaticFacts(db: Db, now: Date): Promise<AutomaticFacts> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select (select max(started_at) from job_runs where job = 'collect-history') as last_tried,
        (select coalesce(json_agg(json_build_object('job', job, 'isOk', is_ok, 'endedAt', ended_at)
            order by tick desc), '[]')
          from jsonb_array_elements_text(${JSON.stringify(TIMED_JOBS)}::jsonb) as named(job)
          cross join lateral (
            select tick, finished_at is not null and error is null as is_ok,
              coalesce(finished_at, lease_until) as ended_at
            from job_runs run
            where run.job = named.job
              and (finished_at is not null or lease_until <= ${now.toISOString()}::timestamptz)
            order by tick desc limit ${TICKS}::integer) ended) as ticks,
        (select coalesce(json_agg(json_build_object('id', id, 'subject', subject, 'openedAt', opened_at,
            'closedAt', closed_at)), '[]')
          from (select distinct on (subject) * from status_incidents
            where subject is not null order by subject, opened_at desc, closed_at desc nulls first) latest) as incidents`),
  );
  const [row] = rows;
  return {
    lastTriedAt: dateOf(row?.last_tried ?? null),
    ticks: (row?.ticks ?? []).map((tick) => ({ ...tick, endedAt: new Date(tick.endedAt) })),
    incidents: (row?.incidents ?? []).map(({ openedAt, closedAt, ...incident }) => ({
      ...incident,
      openedAt: new Date(openedAt),
      closedAt: dateOf(closedAt),
    })),
  };
}
