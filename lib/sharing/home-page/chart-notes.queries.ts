import { and, eq, sql } from "drizzle-orm";
import { chartNotes } from "../../../schema/tables/chart-note.ts";
import { ALERT_JSON, type AlertJson, alertRecord } from "../../alerts/list.queries.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import { type Db, householdLock, underLock } from "../../kernel/db.queries.ts";
import { insertSelect, queryBuilder } from "../../kernel/statements.queries.ts";
import { changeLogged, logFrom } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import { SHARING_LIMITS } from "../limits.ts";

/** `by`: the address of who wrote it; null once that account is gone. */
export type ChartNote = { id: string; at: Date; text: string; by: string | null };

type ChartMarks = { alerts: AlertRecord[]; notes: ChartNote[] };

type Ask = { householdId: string; from: Date; to: Date };

/** The home's alerts that were open at any time of the range, and the notes pinned in it; the newest of each, oldest first. */
export async function findChartMarks(db: Db, { householdId, from, to }: Ask): Promise<ChartMarks> {
  const [since, until] = [from, to].map((moment) => sql`${moment.toISOString()}::timestamptz`);
  const [row] = await db.query<{
    alerts: AlertJson[];
    notes: (Omit<ChartNote, "at"> & { at: string })[];
  }>(sql`
    select (
      select coalesce(json_agg(${ALERT_JSON} order by alert.opened_at, alert.id), '[]')
      from (
        select * from alerts where household_id = ${householdId} and opened_at < ${until}
          and (closed_at is null or closed_at >= ${since})
        order by opened_at desc, id desc limit ${SHARING_LIMITS.chartMarksMax}::integer) alert) as alerts, (
      select coalesce(json_agg(json_build_object('id', note.id, 'at', note.at, 'text', note.text,
        'by', (select coalesce(person.name, person.email) from users person where person.id = note.user_id))
        order by note.at, note.id), '[]')
      from (
        select * from chart_notes where household_id = ${householdId} and at >= ${since} and at < ${until}
        order by at desc, id desc limit ${SHARING_LIMITS.chartMarksMax}::integer) note) as notes`);
  return {
    alerts: (row?.alerts ?? []).map(alertRecord),
    notes: (row?.notes ?? []).map((note) => ({ ...note, at: new Date(note.at) })),
  };
}

type NewNote = { id: string; at: Date; text: string; userId: string };

/** True if there was room for it. */
export async function addNote(
  db: Db,
  entry: ActivityEntry,
  { id, at, text, userId }: NewNote,
): Promise<boolean> {
  const { householdId } = entry;
  const row = await underLock<{ added: boolean }>(
    db,
    householdLock(householdId),
    sql`
      with added as (${insertSelect(
        chartNotes,
        { id, householdId, at, text, userId, createdAt: entry.at },
        sql`where (select count(*) from chart_notes mine where mine.household_id = ${householdId}) < ${SHARING_LIMITS.chartNotesMax}
          returning id`,
      )}),
      logged as (${logFrom("added", entry)})
      select exists (select from added) as added`,
  );
  return row?.added ?? false;
}

/** True if it belonged to the home. */
export async function deleteNote(db: Db, entry: ActivityEntry, id: string): Promise<boolean> {
  const removed = queryBuilder
    .delete(chartNotes)
    .where(and(eq(chartNotes.id, id), eq(chartNotes.householdId, entry.householdId)))
    .returning({ id: chartNotes.id });
  return await changeLogged(db, removed, entry);
}
