import { sql } from "drizzle-orm";
import type { Role } from "../../../schema/vocabulary.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { EpisodeState } from "../../domain/alerts/episode.ts";
import type { AlertRecord } from "../../domain/alerts/shown-alert.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { ALERT_JSON, type AlertJson, alertRecord } from "./alert-rows.ts";

/** An episode and the state that it follows from; version 0 where that is gone. */
export type AlertWithState = { alert: AlertRecord; version: number; state: unknown };

type Row = { alert: AlertJson; version: number | null; state: unknown };

/** Null alike for an unknown alert and another household's. */
export async function findAlertWithState(
  db: Db,
  householdId: string,
  alertId: string,
): Promise<AlertWithState | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select ${ALERT_JSON} as alert, known.version, known.state
      from alerts alert left join alert_states known on known.household_id = alert.household_id
        and known.kind = alert.kind and known.subject = alert.subject
      where alert.id = ${alertId} and alert.household_id = ${householdId}`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { alert: alertRecord(row.alert), version: row.version ?? 0, state: row.state };
}

export type Acknowledging = {
  alert: AlertRecord;
  expectedVersion: number;
  state: EpisodeState;
  entry: ActivityEntry;
};

/** Only over the version that it was decided on; null where somebody else has moved the state since. */
export async function commitAcknowledgement(
  db: Db,
  { alert, expectedVersion, state, entry }: Acknowledging,
): Promise<AlertRecord | null> {
  const now = sql`${entry.at.toISOString()}::timestamptz`;
  const { rows } = await db("once", (queries) =>
    queries.execute<{ alert: AlertJson }>(sql`
      with won as (
        update alert_states set version = version + 1, state = ${JSON.stringify(state)}::jsonb, updated_at = ${now}
        where household_id = ${entry.householdId} and kind = ${alert.kind} and subject = ${alert.subject}
          and version = ${expectedVersion}
        returning 1),
      acknowledged as (
        update alerts set acknowledged_at = ${now}, acknowledged_by = ${state.ack?.by ?? null} from won
        where alerts.id = ${alert.id} and alerts.household_id = ${entry.householdId}
        returning alerts.*),
      logged as (${logFrom("acknowledged", entry)})
      select ${ALERT_JSON} as alert from acknowledged alert`),
  );
  return rows[0] === undefined ? null : alertRecord(rows[0].alert);
}

/** Only over the version that it was decided on. False where somebody else has moved the state since. */
export async function commitAnswer(
  db: Db,
  { alert, expectedVersion, state, entry }: Acknowledging,
): Promise<boolean> {
  const now = sql`${entry.at.toISOString()}::timestamptz`;
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with answered as (
        update alert_states set version = version + 1, state = ${JSON.stringify(state)}::jsonb, updated_at = ${now}
        where household_id = ${entry.householdId} and kind = ${alert.kind} and subject = ${alert.subject}
          and version = ${expectedVersion}
        returning 1),
      logged as (${logFrom("answered", entry)})
      select 1 from answered`),
  );
  return rows.length > 0;
}

/** An alert as the holder of a link in a message may see it: with that person's role of today. */
export type LinkedAlert = { householdId: string; homeName: string; role: Role; alert: AlertRecord };

type LinkRow = { household_id: string; home_name: string; role: Role; alert: AlertJson };

/** Null also for somebody who is no longer a member of the alert's home. */
export async function findLinkedAlert(
  db: Db,
  { alertId, userId }: { alertId: string; userId: string },
): Promise<LinkedAlert | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<LinkRow>(sql`
      select home.id as household_id, home.name as home_name, membership.role, ${ALERT_JSON} as alert
      from alerts alert join households home on home.id = alert.household_id
      join memberships membership on membership.household_id = home.id and membership.user_id = ${userId}
      where alert.id = ${alertId}`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { household_id: householdId, home_name: homeName, role, alert } = row;
  return { householdId, homeName, role, alert: alertRecord(alert) };
}
