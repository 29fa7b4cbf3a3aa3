import { sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { dateOf } from "../kernel/statements.queries.ts";
import { incidentsJson, recentIncidents } from "./incidents.queries.ts";
import type { StatusFacts } from "./judge-status.ts";

type Row = Omit<StatusFacts, "lastTick"> & { lastTick: string | null };

/** True if the database answers at all. */
export async function pingDatabase(db: Db): Promise<true> {
  await db.query(sql`select 1`);
  return true;
}

/** What the service's status is judged by, in one call. */
export async function findStatusFacts(db: Db, now: Date): Promise<StatusFacts> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await db.query<Row>(sql`
    select (select max(finished_at) from job_runs
        where job = 'collect-history' and finished_at is not null and error is null) as "lastTick",
      array(select subject from incidents where closed_at is null order by subject) as faults,
      (${incidentsJson(recentIncidents(now))}) as incidents,
      (select coalesce(json_agg(json_build_object('channel', channel, 'sent', sent, 'waiting', waiting)), '[]')
        from (select channel,
            count(*) filter (where state = 'sent' and settled_at > ${at} - interval '1 hour')::integer as sent,
            count(*) filter (where state = 'pending' and attempts > 0)::integer as waiting
          from outbox where created_at > ${at} - interval '1 day' group by channel) traffic) as traffic`);
  const [row] = rows;
  if (row === undefined) throw new Error("The status gave no answer");
  return { ...row, lastTick: dateOf(row.lastTick) };
}
