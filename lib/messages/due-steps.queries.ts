import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { escalationSteps } from "../../schema/tables/escalation.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { DueStep } from "./audience/due-finding.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

/** What breaks through everything (`breaksThrough`), of a row of `alerts` named `alert`. */
export const IS_URGENT = sql`(alert.severity = 'critical' or alert.kind = 'leak')`;

/**
 * Steps named `step` of alerts named `alert` whose time has come while nobody has the alert. One that has become
 * mild waits until it is grave again, or over.
 */
export const dueSteps = (
  now: Date,
): SQL => sql`escalation_steps step join alerts alert on alert.id = step.alert_id
    and step.notified_at is null and step.ended_at is null and step.due_at <= ${now.toISOString()}::timestamptz
    and alert.closed_at is null and alert.acknowledged_at is null and ${IS_URGENT}`;

/** Who got the news so shortly before a step, or is being sent it just now, is not sent it again by the step. */
const JUST_NOTIFIED = sql`interval '1 minute'`;

/** Of a row of the outbox named `message`. */
export const wasJustSent = (now: Date): SQL =>
  sql`(message.state = 'sent' and message.settled_at > ${now.toISOString()}::timestamptz - ${JUST_NOTIFIED})`;

/** Whether a dispatcher has it in hand; what failed before may do so again. */
export const isJustSending = (now: Date): SQL =>
  sql`(message.state = 'pending' and message.last_error is null and message.lease_until > ${now.toISOString()}::timestamptz)`;

/** The due steps of the row of `households` named `home`, each beside the last news of its alert. */
export const stepSource = (now: Date): SQL => sql`(
  select step.id as step_id, step.round, step.place, step.step, step.members_notified, latest.*, (
      select coalesce(jsonb_agg(earlier.step order by earlier.place), '[]') from escalation_steps earlier
      where earlier.alert_id = step.alert_id and earlier.round = step.round and earlier.place < step.place) as before, (
      select coalesce(jsonb_agg(jsonb_build_object('channel', message.channel, 'recipient', message.recipient)), '[]')
      from outbox message
      where message.household_id = step.household_id and step.alert_id = any(message.alert_ids)
        and (${wasJustSent(now)} or ${isJustSending(now)})) as just_notified
  from ${dueSteps(now)}
  cross join lateral (
    select id, alert_id, household_id, sequence, finding, at from findings
    where findings.alert_id = alert.id and findings.tell_at is not null
      and findings.finding->>'transition' not in ('eased', 'closed')
    order by findings.sequence desc limit 1) latest
  where step.household_id = home.id
  order by step.due_at, step.id limit ${MESSAGE_LIMITS.writeFindingsMax}::integer)`;

/** What nobody could be told of now is tried again then. */
export async function postponeStep(db: Db, { stepId }: Pick<DueStep, "stepId">, until: Date): Promise<void> {
  await db("repeatable", (queries) =>
    queries
      .update(escalationSteps)
      .set({ dueAt: until })
      .where(and(eq(escalationSteps.id, stepId), isNull(escalationSteps.notifiedAt))),
  );
}

/** The home's own steps; null for the default. */
export const ESCALATION_JSON: SQL = sql`(select own.steps from escalations own where own.household_id = home.id)`;

/** People without an account who have said yes, in the order in which they were added. */
export const OUTSIDERS_JSON: SQL = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('contactId', outsider.id, 'name', outsider.name,
    'language', outsider.language, 'tells', outsider.tells, 'spaces', to_jsonb(outsider.spaces),
    'contact', jsonb_build_object('channel', outsider.channel, 'address', outsider.address, 'isVerified', true,
      'isGone', false, 'id', outsider.id, 'sealedSecret', outsider.sealed_secret))
    order by outsider.created_at, outsider.id), '[]')
  from home_contacts outsider
  where outsider.household_id = home.id and outsider.confirmed_at is not null and outsider.stopped_at is null)`;
