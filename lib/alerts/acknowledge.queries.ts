import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Db, nameLock, underLock } from "../kernel/db.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { EpisodeState } from "./episode.ts";
import { ackHoldsFrom, type EscalationStep, type ScheduledStep } from "./escalation.ts";
import { ALERT_JSON, IS_URGENT } from "./list.queries.ts";
import { ALERT_LIMITS } from "./settings.ts";
import type { AlertRecord } from "./shown-alert.ts";

/** An episode and the state that it follows from; version 0 where that is gone. */
type AlertWithState = { alert: AlertRecord; version: number; state: unknown };

/** Null alike for an unknown alert and another household's. */
export async function findAlertWithState(
  db: Db,
  householdId: string,
  alertId: string,
): Promise<AlertWithState | null> {
  const [found] = await db.query<AlertWithState>(sql`
    select ${ALERT_JSON} as alert, coalesce(known.version, 0) as version, known.state
    from alerts alert left join alert_states known on known.household_id = alert.household_id
      and known.kind = alert.kind and known.subject = alert.subject
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return found ?? null;
}

/** What is written where the CTE `acted` has a row: further CTEs of the same statement, under a lock of their own. */
export type Beside = { lock: SQLWrapper; rows: SQL };

type Act = {
  alert: Pick<AlertRecord, "id" | "kind" | "subject">;
  version: number;
  state: EpisodeState;
  entry: ActivityEntry;
  beside?: Beside | undefined;
  /** Of the round that begins. */
  steps?: ScheduledStep[];
};

/**
 * Only over the version that it was decided on; null where somebody else has moved the state since. Steps that the
 * escalation hasn't reached aren't sent to an alert that somebody has, nor once another round begins.
 */
export async function commitAct(
  db: Db,
  { alert, version, state, entry, beside, steps = [] }: Act,
): Promise<AlertRecord | null> {
  const { householdId } = entry;
  const { ack } = state;
  const at = sql`${entry.at.toISOString()}::timestamptz`;
  const ackAt = ack === null ? null : new Date(ack.at).toISOString();
  const begun = steps.map(({ place, step, dueAt }) => ({ place, step, dueAt: new Date(dueAt) }));
  const row = await underLock<{ alert: AlertRecord }>(
    db,
    beside?.lock ?? nameLock([]),
    sql`
      with won as (
        update alert_states set version = version + 1, state = ${JSON.stringify(state)}::jsonb, updated_at = ${at}
        where household_id = ${householdId} and kind = ${alert.kind} and subject = ${alert.subject}
          and version = ${version}::integer
        returning 1),
      acted as (
        update alerts set acknowledged_at = ${ackAt}::timestamptz, acknowledged_by = ${ack?.by ?? null}
        where id = ${alert.id} and household_id = ${householdId} and exists (select from won)
        returning *),
      ended as (
        update escalation_steps set ended_at = ${at}
        where alert_id = ${alert.id} and notified_at is null and ended_at is null and exists (
          select from acted where acted.acknowledged_at is not null or ${steps.length > 0})),
      round as (
        insert into escalation_steps (alert_id, household_id, round, place, step, members_notified, due_at)
        select acted.id, acted.household_id, 1 + coalesce((
          select max(round) from escalation_steps known where known.alert_id = acted.id), 0),
          s.place, s.step, false, s."dueAt"
        from acted, jsonb_to_recordset(${JSON.stringify(begun)}::jsonb)
          as s (place integer, step jsonb, "dueAt" timestamptz)),
      ${beside === undefined ? sql`` : sql`${beside.rows},`}
      logged as (${logFrom("acted", entry)})
      select ${ALERT_JSON} as alert from acted alert`,
  );
  return row?.alert ?? null;
}

/** Urgent alerts that are still open and were taken on too long ago, named `alert`. */
export const runOut = (now: Date): SQL => sql`alerts alert where alert.closed_at is null
  and alert.acknowledged_at <= ${new Date(ackHoldsFrom(now.getTime())).toISOString()}::timestamptz and ${IS_URGENT}`;

/** `holder`: the member or contact who had it; null where that is a program, or somebody who has left or stopped. */
export type RunOut = {
  householdId: string;
  alert: AlertRecord;
  version: number;
  state: unknown;
  holder: string | null;
  /** Null for the default. */
  steps: EscalationStep[] | null;
};

export async function listRunOut(db: Db, now: Date): Promise<RunOut[]> {
  const rows = await db.query<{ facts: RunOut }>(sql`
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
      and known.subject = alert.subject`);
  return rows.map(({ facts }) => facts);
}
