import { sql } from "drizzle-orm";
import { dateOf } from "./date-of.ts";
import type { Db } from "./db.ts";

/** When the clock last did its work, and how many incidents of the service are open. */
export type ServiceStatus = { lastRunAt: Date | null; openIncidents: number };

type Row = { last_run_at: string | null; open_incidents: number };

/** In one call; nothing of any home is in it. */
export async function findServiceStatus(db: Db): Promise<ServiceStatus> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select (select to_json(max(finished_at)) #>> '{}' from job_runs
          where finished_at is not null and error is null) as last_run_at,
        (select count(*)::integer from status_incidents where closed_at is null) as open_incidents`),
  );
  const [row] = rows;
  return { lastRunAt: dateOf(row?.last_run_at ?? null), openIncidents: row?.open_incidents ?? 0 };
}
