import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { SILENT_CLOCK } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { dateOf } from "../kernel/statements.queries.ts";

type Incident = { subject: string; reason: string; at: Date };

/** Returns the open incidents among `subjects`, with their start. */
export async function findOpenIncidents(db: Db, subjects: string[]) {
  const rows = await db.query<{ subject: string; opened: number }>(sql`
    select subject, epoch_ms(opened_at) as opened from incidents
    where closed_at is null
      and subject in (select jsonb_array_elements_text(${JSON.stringify(subjects)}::jsonb))`);
  return rows.map(({ subject, opened }) => ({ subject, openedAt: new Date(opened) }));
}

/** The statement that opens an incident. It returns a row only to the first of several callers. */
export const openedIncident = ({ subject, reason, at }: Incident): SQL => sql`
  insert into incidents as incident (subject, opened_at, reason)
  values (${subject}, ${at.toISOString()}::timestamptz, ${reason})
  on conflict (subject) do update
    set opened_at = excluded.opened_at, closed_at = null, reason = excluded.reason
    where incident.closed_at is not null
  returning subject`;

/** Opens an incident, or returns false if it is already open. */
export async function openIncident(db: Db, incident: Incident): Promise<boolean> {
  return (await db.mutate(openedIncident(incident))).length > 0;
}

export async function closeIncident(db: Db, subject: string, at: Date): Promise<void> {
  await db.query(sql`
    update incidents set closed_at = ${at.toISOString()}::timestamptz
    where subject = ${subject} and closed_at is null`);
}

/** When the clock's job last succeeded; null for never. A time in the future is of a clock that was ahead. */
export const lastTick = (now: Date): SQL => sql`(select max(finished_at) from job_runs
  where job = 'collect-history' and error is null and finished_at <= ${now.toISOString()}::timestamptz
    + make_interval(mins => ${LIMITS.clockSilentMinutes}::integer))`;

/**
 * Returns the last tick of a silent clock, or null if the clock is alive, the incident is already open, or there never
 * was a tick: then no clock has been set up.
 */
export async function findUntoldSilence(db: Db, now: Date): Promise<Date | null> {
  const [found] = await db.query<{ last: string }>(sql`
    select last from (select ${lastTick(now)} as last) as tick
    where last < ${now.toISOString()}::timestamptz - make_interval(mins => ${LIMITS.clockSilentMinutes}::integer)
      and not exists (select from incidents where closed_at is null and subject = ${SILENT_CLOCK})`);
  return dateOf(found?.last ?? null);
}
