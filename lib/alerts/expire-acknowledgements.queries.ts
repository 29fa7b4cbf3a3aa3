import { and, eq, type SQL, sql } from "drizzle-orm";
import { alertStates } from "../../schema/tables/alert.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { IS_URGENT } from "../messages/due-steps.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { EpisodeState } from "./episode.ts";
import { ackHoldsFrom, type EscalationStep, type ScheduledStep } from "./escalation.ts";
import { ALERT_LIMITS } from "./limits.ts";
import { ALERT_JSON, type AlertJson } from "./list.queries.ts";

/** Urgent alerts that are still open and were taken on too long ago, named `alert`. */
export const runOut = (now: Date): SQL => sql`alerts alert where alert.closed_at is null
  and alert.acknowledged_at <= ${new Date(ackHoldsFrom(now.getTime())).toISOString()}::timestamptz and ${IS_URGENT}`;

/** `holder`: the member or contact who had it; null where that is a program, or somebody who has left or stopped. */
export type RunOut = {
  householdId: string;
  alert: AlertJson;
  version: number;
  state: unknown;
  holder: string | null;
  /** Null for the default. */
  steps: EscalationStep[] | null;
};

export async function listRunOut(db: Db, now: Date): Promise<RunOut[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ facts: RunOut }>(sql`
      select jsonb_build_object('householdId', alert.household_id, 'alert', ${ALERT_JSON}, 'version', known.version,
        'state', known.state, 'holder', coalesce(
          (select member.user_id from memberships member
            where member.household_id = alert.household_id and member.user_id = alert.acknowledged_by),
          (select contact.id from home_contacts contact where contact.household_id = alert.household_id
            and contact.id = alert.acknowledged_by and contact.confirmed_at is not null
            and contact.stopped_at is null)),
        'steps', (select own.steps from escalations own where own.household_id = alert.household_id)) as facts
      from (select alert.* from ${runOut(now)} order by alert.acknowledged_at limit ${ALERT_LIMITS.ackExpiriesMax}) alert
      join alert_states known on known.household_id = alert.household_id and known.kind = alert.kind
        and known.subject = alert.subject`),
  );
  return rows.map(({ facts }) => facts);
}

type Expiring = {
  found: RunOut;
  state: EpisodeState;
  schedule: ScheduledStep[];
  entry: ActivityEntry;
};

/**
 * Nobody has the alert from now on, and another round begins, only over the version that it was decided on. False
 * where somebody else has moved the state since.
 */
export async function commitExpiry(db: Db, { found, state, schedule, entry }: Expiring): Promise<boolean> {
  const { householdId, alert, version } = found;
  const at = sql`${entry.at.toISOString()}::timestamptz`;
  const won = queryBuilder
    .update(alertStates)
    .set({ version: sql`${alertStates.version} + 1`, state, updatedAt: entry.at })
    .where(
      and(
        eq(alertStates.householdId, householdId),
        eq(alertStates.kind, alert.kind),
        eq(alertStates.subject, alert.subject),
        eq(alertStates.version, version),
      ),
    )
    .returning({ subject: alertStates.subject });
  const steps = schedule.map(({ place, step, dueAt }) => ({ place, step, dueAt: new Date(dueAt) }));
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with won as ${won}, freed as (
        update alerts set acknowledged_at = null, acknowledged_by = null
        where id = ${alert.id} and exists (select from won)
      ), ended as (
        update escalation_steps set ended_at = ${at}
        where alert_id = ${alert.id} and notified_at is null and ended_at is null and exists (select from won)
      ), round as (
        insert into escalation_steps (alert_id, household_id, round, place, step, members_notified, due_at)
        select ${alert.id}, ${householdId}, 1 + coalesce((
          select max(round) from escalation_steps known where known.alert_id = ${alert.id}), 0),
          s.place, s.step, false, s."dueAt"
        from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (place integer, step jsonb, "dueAt" timestamptz)
        where exists (select from won)
      ), logged as (${logFrom("won", entry)})
      select 1 from won`),
  );
  return rows.length > 0;
}
