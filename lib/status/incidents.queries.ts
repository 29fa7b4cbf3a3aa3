import { type SQL, sql } from "drizzle-orm";
import type { StatusImpact, StatusNewsKind } from "../../schema/vocabulary.ts";
import type { StatusIncidentItem } from "../../schema/wire/status.ts";
import type { Db } from "../kernel/db.queries.ts";
import { dateOf, isoTime } from "../kernel/statements.queries.ts";
import { lastTick } from "./faults.queries.ts";
import { READ_ONLY_SUBJECT, type StatusFacts } from "./judge-status.ts";
import { STATUS_LIMITS } from "./limits.ts";

/** The rows of `chosen`, a query of `status_incidents`, as a JSON array of incidents, newest first. */
const incidentsJson = (chosen: SQL): SQL => sql`
  select coalesce(json_agg(json_build_object('id', id, 'title', title, 'impact', impact,
      'components', components, 'opened_at', ${isoTime("opened_at")}, 'closed_at', ${isoTime("closed_at")},
      'updates', (select coalesce(json_agg(json_build_object('kind', kind, 'text', text, 'at', ${isoTime("at")})
          order by at, array_position(array['opened', 'updated', 'closed'], kind), id), '[]')
        from status_news where incident_id = chosen.id)) order by opened_at desc, id desc), '[]')
  from (${chosen}) chosen`;

/** The incidents that the public sees: those that are open, and those that ended in the last days. */
const recentIncidents = (now: Date): SQL => sql`
  select * from status_incidents
  where closed_at is null
    or closed_at > ${now.toISOString()}::timestamptz - make_interval(days => ${STATUS_LIMITS.statusIncidentDays}::integer)
  order by closed_at is not null, opened_at desc limit ${STATUS_LIMITS.statusIncidentsMax}::integer`;

export async function listStatusIncidents(db: Db): Promise<StatusIncidentItem[]> {
  return await findIncidents(
    db,
    sql`select * from status_incidents
      order by closed_at is not null, opened_at desc, id desc limit ${STATUS_LIMITS.statusIncidentsMax}::integer`,
  );
}

export async function findStatusIncident(db: Db, id: string): Promise<StatusIncidentItem | null> {
  const [found] = await findIncidents(db, sql`select * from status_incidents where id = ${id}`);
  return found ?? null;
}

async function findIncidents(db: Db, chosen: SQL): Promise<StatusIncidentItem[]> {
  const rows = await db.query<{ incidents: StatusIncidentItem[] }>(
    sql`select (${incidentsJson(chosen)}) as incidents`,
  );
  return rows[0]?.incidents ?? [];
}

export type Said = { id: string; text: string; at: Date };

type NewIncident = { id: string; title: string; impact: StatusImpact; components: readonly string[] };

export const openStatusIncident = (db: Db, incident: NewIncident, said: Said): Promise<boolean> =>
  say(
    db,
    "opened",
    said,
    sql`
    insert into status_incidents (id, title, impact, components, opened_at)
    values (${incident.id}, ${incident.title}, ${incident.impact},
      array(select jsonb_array_elements_text(${JSON.stringify(incident.components)}::jsonb)), ${timeOf(said)})
    returning id`,
  );

/** Adds an update, or returns false if the incident is unknown, over, or has the maximum number of updates. */
export const updateStatusIncident = (db: Db, id: string, said: Said): Promise<boolean> =>
  say(
    db,
    "updated",
    said,
    sql`
    select id from status_incidents where id = ${id} and closed_at is null
      and (select count(*) from status_news where incident_id = ${id} and kind = 'updated')
        < ${STATUS_LIMITS.statusUpdatesMax}::integer
    for update`,
  );

export const closeStatusIncident = (db: Db, id: string, said: Said): Promise<boolean> =>
  say(
    db,
    "closed",
    said,
    sql`
    update status_incidents set closed_at = ${timeOf(said)} where id = ${id} and closed_at is null returning id`,
  );

const timeOf = ({ at }: Said): SQL => sql`${at.toISOString()}::timestamptz`;

/** Adds news to an incident if `changed` returns the incident's id. */
async function say(db: Db, kind: StatusNewsKind, said: Said, changed: SQL): Promise<boolean> {
  const rows = await db.mutate(sql`with changed as (${changed})
    insert into status_news (id, incident_id, kind, text, at)
    select ${said.id}, id, ${kind}, ${said.text}, ${timeOf(said)} from changed returning id`);
  return rows.length > 0;
}

type Row = Omit<StatusFacts, "lastTick"> & { lastTick: string | null };

/** True on a replica, or where the operator or a full disk has stopped all writing. */
const IS_READ_ONLY = sql`current_setting('transaction_read_only')::boolean`;

export async function pingDatabase(db: Db): Promise<"ok" | "read_only"> {
  const [found] = await db.query<{ readOnly: boolean }>(sql`select ${IS_READ_ONLY} as "readOnly"`);
  return found?.readOnly === true ? "read_only" : "ok";
}

/** Reads the facts for the service's status in one call. */
export async function findStatusFacts(db: Db, now: Date): Promise<StatusFacts> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await db.query<Row>(sql`
    select ${lastTick(now)} as "lastTick",
      array(select subject from incidents where closed_at is null
        union select ${READ_ONLY_SUBJECT} where ${IS_READ_ONLY} order by 1) as faults,
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
