import { sql } from "drizzle-orm";
import type { StatusIncident } from "../domain/status/incident.ts";
import { dateOf } from "./date-of.ts";
import type { Db } from "./db.ts";
import { type IncidentRow, incidentOf, incidentsJson, recentIncidents } from "./status-incidents.ts";

/**
 * When the clock last did its work, and the service's incidents: those that last, and those of the last days.
 */
export type ServiceStatus = { lastRunAt: Date | null; incidents: StatusIncident[] };

type Row = { last_run_at: string | null; incidents: IncidentRow[] };

/** Reads all of it in one call; nothing of any home is in it. */
export async function findServiceStatus(db: Db, now: Date): Promise<ServiceStatus> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select (select to_json(max(finished_at)) #>> '{}' from job_runs
          where finished_at is not null and error is null) as last_run_at,
        (${incidentsJson(recentIncidents(now))}) as incidents`),
  );
  const [row] = rows;
  return {
    lastRunAt: dateOf(row?.last_run_at ?? null),
    incidents: (row?.incidents ?? []).map(incidentOf),
  };
}
