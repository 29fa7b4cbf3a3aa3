import { and, desc, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import { alerts } from "../../../schema/tables/alert.ts";
import { chartNotes } from "../../../schema/tables/chart-note.ts";
import { users } from "../../../schema/tables/user.ts";
import { ALERT } from "../../alerts/list.queries.ts";
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
  const [opened, pinned] = await db("repeatable", (queries) =>
    queries.batch([
      queries
        .select(ALERT)
        .from(alerts)
        .where(
          and(
            eq(alerts.householdId, householdId),
            lt(alerts.openedAt, to),
            or(isNull(alerts.closedAt), gte(alerts.closedAt, from)),
          ),
        )
        .orderBy(desc(alerts.openedAt), desc(alerts.id))
        .limit(SHARING_LIMITS.chartMarksMax),
      queries
        .select({
          id: chartNotes.id,
          at: chartNotes.at,
          text: chartNotes.text,
          by: sql<string | null>`coalesce(${users.name}, ${users.email})`,
        })
        .from(chartNotes)
        .leftJoin(users, eq(users.id, chartNotes.userId))
        .where(and(eq(chartNotes.householdId, householdId), gte(chartNotes.at, from), lt(chartNotes.at, to)))
        .orderBy(desc(chartNotes.at), desc(chartNotes.id))
        .limit(SHARING_LIMITS.chartMarksMax),
    ]),
  );
  return { alerts: opened.toReversed(), notes: pinned.toReversed() };
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
