import { and, eq, gte, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alerts } from "../../schema/tables/alert.ts";
import { type AlertKind, ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { Place } from "../kernel/cursor.ts";
import { type Db, nameLock, underLock } from "../kernel/db.queries.ts";
import { behind, microsecondsOf } from "../kernel/statements.queries.ts";
import type { Moment } from "../kernel/time.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { EpisodeState } from "./episode.ts";
import { ackHoldsUntil, type EscalationStep, type ScheduledStep } from "./escalation.ts";
import { ALERT_LIMITS } from "./settings.ts";
import type { AlertRecord, AlertStory } from "./shown-alert.ts";

/** An `AlertRecord` as JSON, for a query over `alerts` under the alias `alert`. */
export const ALERT_JSON: SQL = sql`json_build_object(
  'id', alert.id, 'kind', alert.kind, 'subject', alert.subject, 'episode', alert.episode,
  'severity', alert.severity, 'worst', case when exists (select from findings said where said.alert_id = alert.id
    and said.finding->>'severity' = 'critical') then 'critical' else alert.severity end,
  'title', alert.title, 'deviceId', alert.device_id, 'sensorId', alert.sensor_id,
  'openedAt', epoch_ms(alert.opened_at), 'closedAt', epoch_ms(alert.closed_at), 'closeReason', alert.close_reason,
  'acknowledgedAt', epoch_ms(alert.acknowledged_at), 'acknowledgedBy', alert.acknowledged_by, 'incidentId', alert.incident_id)`;

/** The name of a user or of a contact outside the home, by id. A user without a name shows their email address. */
export const nameOf = (id: SQL): SQL => sql`coalesce(
  (select coalesce(person.name, person.email) from users person where person.id = ${id}),
  (select outsider.name from home_contacts outsider where outsider.id = ${id}))`;

/** True if the contact aliased `outsider` has agreed and not stopped since: only they are called. */
export const MAY_BE_CALLED: SQL = sql`outsider.confirmed_at is not null and outsider.stopped_at is null`;

/** True if an alert, aliased `alert`, breaks through snooze and quiet hours (`breaksThrough`). */
export const IS_URGENT = sql`(alert.severity = 'critical' or alert.kind = 'leak')`;

/** The state, aliased `known`, behind a row of `alerts` aliased `alert`. */
export const STATE_OF_ALERT: SQL = sql`alert_states known where known.household_id = alert.household_id
  and known.kind = alert.kind and known.subject = alert.subject`;

/** True if `alert` has become mild, or better by its newest reading: the escalation pauses until it gets worse. */
export const IS_EASING: SQL = sql`exists (
  select from ${STATE_OF_ALERT} and jsonb_typeof(known.state->'closing') = 'object')`;

/** The name of who acknowledged `alert`; null for a program. */
export const ACKNOWLEDGER: SQL = nameOf(sql`alert.acknowledged_by`);

/** The newest findings of `alert`, oldest first. */
export const FINDINGS_JSON: SQL = sql`(
  select coalesce(json_agg(json_build_object('finding', recorded.finding, 'notifiedAt', epoch_ms(recorded.notified_at))
    order by recorded.sequence), '[]')
  from (
    select * from findings where findings.alert_id = alert.id
    order by findings.sequence desc limit ${ALERT_LIMITS.alertFindingsMax}) as recorded)`;

/** Filters of a page of alerts; null for no filter. */
type AlertPage = {
  householdId: string;
  state: "open" | "closed" | "all";
  kind: AlertKind | null;
  from: Date | null;
  to: Date | null;
  after: Place | null;
  limit: number;
};

const STATES = { open: isNull(alerts.closedAt), closed: isNotNull(alerts.closedAt), all: undefined };

/** `silentSince`: when the subject of an outage or incident was last online, earlier than the alert opened. */
export async function listAlertPage(db: Db, ask: AlertPage) {
  const { householdId, state, kind, from, to, after, limit } = ask;
  const isAsked = and(
    eq(alerts.householdId, householdId),
    behind(after, "newest first", [alerts.openedAt, alerts.id]),
    STATES[state],
    kind === null ? undefined : eq(alerts.kind, kind),
    from === null ? undefined : gte(alerts.openedAt, from),
    to === null ? undefined : lt(alerts.openedAt, to),
  );
  const rows = await db.query<{ alert: AlertRecord; silentSince: Moment | null; microseconds: string }>(sql`
    select ${ALERT_JSON} as alert, ${microsecondsOf(sql`alert.opened_at`)} as microseconds,
      case when alert.kind in ('outage', 'incident') then (
        select finding->'peak'->'at' from findings where alert_id = alert.id order by sequence desc limit 1
      ) end as "silentSince"
    from (select * from alerts where ${isAsked} order by opened_at desc, id desc limit ${limit}::integer) alert
    order by alert.opened_at desc, alert.id desc`);
  return rows.map(({ microseconds, ...row }) => ({
    ...row,
    place: { atMicroseconds: microseconds, id: row.alert.id },
  }));
}

/** Returns an alert with its newest findings, or null for an unknown alert and another household's. */
export async function findAlertStory(db: Db, householdId: string, alertId: string) {
  const [row] = await db.query<AlertStory>(sql`
    select ${ALERT_JSON} as alert, ${FINDINGS_JSON} as findings from alerts alert
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return row ?? null;
}

/** An alert and the state behind it; version 0 if the state is gone. */
type AlertWithState = { alert: AlertRecord; version: number; state: unknown };

/** Returns null for an unknown alert and another household's. */
export async function findAlertWithState(db: Db, householdId: string, alertId: string) {
  const [found] = await db.query<AlertWithState>(sql`
    select ${ALERT_JSON} as alert, coalesce(known.version, 0) as version, known.state
    from alerts alert left join lateral (select known.* from ${STATE_OF_ALERT}) known on true
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return found ?? null;
}

/** Further CTEs of the statement, which write only if the CTE `acted` has a row, and the lock that they need. */
export type Beside = { lock: SQLWrapper; rows: SQL };

type Act = {
  alert: Pick<AlertRecord, "id" | "kind" | "subject">;
  version: number;
  state: EpisodeState;
  entry: ActivityEntry;
  beside?: Beside | undefined;
  /** The steps of the escalation round that begins. */
  steps?: ScheduledStep[];
};

/**
 * Stores an act, only over the version that it was decided on; returns null if the state has changed since. Ends the
 * escalation steps that are still to come if somebody has acknowledged the alert, or if another round begins.
 */
export async function commitAct(db: Db, { alert, version, state, entry, beside, steps = [] }: Act) {
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

/** The member who acknowledged `alert`, unless they have left or may not acknowledge any more. */
const HOLDING_MEMBER = sql`(select member.user_id from memberships member where member.role <> 'viewer'
  and member.household_id = alert.household_id and member.user_id = alert.acknowledged_by)`;

/** The newest answer of the contact outside the home whose id is `contact` about `alert`; null for none. */
export const lastAnswer = (contact: SQL): SQL => sql`(
  select pressed.details->>'answer' from activity pressed
  where pressed.household_id = alert.household_id and pressed.subject = alert.id
    and pressed.action = 'responder_answered' and pressed.actor_id = ${contact} order by pressed.id desc limit 1)`;

/** The contact outside the home who acknowledged `alert`, unless they were removed, have stopped or can't come. */
const HOLDING_CONTACT = sql`(select outsider.id from home_contacts outsider where ${MAY_BE_CALLED}
  and outsider.household_id = alert.household_id and outsider.id = alert.acknowledged_by
  and ${lastAnswer(sql`outsider.id`)} is distinct from 'cannot')`;

/** The state of `alert` if it was assigned to somebody who hasn't answered. */
const UNANSWERED = sql`(select known.state from ${STATE_OF_ALERT} and known.state->'ack'->>'isAsked' = 'true')`;

const hasExpired = (now: Date, isAsked: boolean): SQL => sql`alert.acknowledged_at
  <= ${now.toISOString()}::timestamptz - make_interval(secs => ${ackHoldsUntil(0, isAsked)}::float8 / 1000)`;

/** Open urgent alerts, aliased `alert`, whose acknowledgement has expired, or whose holder is gone. */
export const runOut = (now: Date): SQL => sql`alerts alert
  where alert.closed_at is null and alert.acknowledged_at is not null and ${IS_URGENT}
    and (${hasExpired(now, false)}
      or (${hasExpired(now, true)} and ${UNANSWERED} is not null)
      or (starts_with(alert.acknowledged_by, ${`${ID_PREFIXES.user}_`}) and ${HOLDING_MEMBER} is null)
      or (starts_with(alert.acknowledged_by, ${`${ID_PREFIXES.homeContact}_`}) and ${HOLDING_CONTACT} is null))`;

/**
 * `holder`: the member or contact who acknowledged; null for a program, or somebody who has left, stopped or never
 * answered.
 */
type RunOut = {
  householdId: string;
  alert: AlertRecord;
  version: number;
  state: unknown;
  holder: string | null;
  /** The home's own escalation steps; null for the default. */
  steps: EscalationStep[] | null;
};

export async function listRunOut(db: Db, now: Date): Promise<RunOut[]> {
  const rows = await db.query<{ facts: RunOut }>(sql`
    select jsonb_build_object('householdId', alert.household_id, 'alert', ${ALERT_JSON}, 'version', known.version,
      'state', known.state, 'holder', case when ${UNANSWERED} is null then coalesce(${HOLDING_MEMBER}, ${HOLDING_CONTACT}) end,
      'steps', (select own.steps from escalations own where own.household_id = alert.household_id)) as facts
    from (select alert.* from ${runOut(now)} order by alert.acknowledged_at limit ${ALERT_LIMITS.ackExpiriesMax}) alert
    join alert_states known on known.household_id = alert.household_id and known.kind = alert.kind
      and known.subject = alert.subject`);
  return rows.map(({ facts }) => facts);
}
