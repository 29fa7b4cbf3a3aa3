import { sql } from "drizzle-orm";
import { chartNotes } from "../../../schema/tables/activity.ts";
import { ALERT_JSON } from "../../alerts/alerts.queries.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { addLogged, removeLogged } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import { SHARING_LIMITS } from "../limits.ts";

/** `by`: the author's name or address; null once their account is deleted. */
export type ChartNote = { id: string; at: Date; text: string; by: string | null };

type ChartMarks = { alerts: AlertRecord[]; notes: ChartNote[] };

type Ask = { householdId: string; from: Date; to: Date };

/** Finds the alerts that were open at any time of the range, and its notes: the newest of each, in order of time. */
export async function findChartMarks(db: Db, { householdId, from, to }: Ask): Promise<ChartMarks> {
  const [since, until] = [from, to].map((moment) => sql`${moment.toISOString()}::timestamptz`);
  const [row] = await db.query<{
    alerts: AlertRecord[];
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
    alerts: row?.alerts ?? [],
    notes: (row?.notes ?? []).map((note) => ({ ...note, at: new Date(note.at) })),
  };
}

/** Adds a note, or returns false if the home has reached its limit. */
export const addNote = (
  db: Db,
  entry: ActivityEntry,
  note: Omit<typeof chartNotes.$inferInsert, "householdId" | "createdAt">,
): Promise<boolean> => addLogged(db, chartNotes, note, { max: SHARING_LIMITS.chartNotesMax, entry });

/** Deletes a note, or returns false if the home has no such note. */
export const deleteNote = (db: Db, entry: ActivityEntry<string>): Promise<boolean> =>
  removeLogged(db, chartNotes, entry);
