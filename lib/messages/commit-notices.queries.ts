import { sql } from "drizzle-orm";
import type { Beside } from "../alerts/alerts.queries.ts";
import { affordable, chargesLock, countCharges, underCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import { type Db, underLock } from "../kernel/db.queries.ts";
import type { OwnFailure } from "../language/channel-words.ts";
import { enqueueFrom, type QueuedMessage } from "../outbox/enqueue.queries.ts";
import type { CountedMessages } from "../outbox/message.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { MessagePlan } from "./audience/plan-messages.ts";
import { dueSteps, isJustSending, wasJustSent } from "./due-homes.queries.ts";

/** The link in messages to one reader: a member, or a contact without an account. Only its token's hash is stored. */
export type NewAlertLink = { tokenHash: string; alertIds: string[]; expiresAt: Date } & (
  | { userId: string }
  | { contactId: string }
);

const OVERTAKEN = "overtaken" satisfies OwnFailure;

type WrittenNotices = Pick<MessagePlan, "charges" | "started" | "stepped" | "overtaken"> & {
  householdId: string;
  findingIds: number[];
  stepIds: number[];
  /** Those with a reason in `dropped` are over the budget, and only recorded. */
  messages: QueuedMessage[];
  links: NewAlertLink[];
};

/**
 * Queues the messages of a home's findings and steps and marks these as notified, once and in one statement. Returns
 * false, and changes nothing, if the messages have to be planned again: another writer was first, a limit has filled up
 * meanwhile, or a recipient of a step has just got, or is just getting, another message about the alert.
 */
export async function commitNotices(db: Db, written: WrittenNotices, now: Date): Promise<boolean> {
  const { householdId, findingIds, stepIds, stepped, messages, links, charges, overtaken } = written;
  const at = sql`${now.toISOString()}::timestamptz`;
  const everyone = textArray(overtaken.everyone);
  const sameRecipient = textArray(overtaken.sameRecipient);
  const statement = sql`
    with due as (
      select id from findings
      where id = any(${`{${findingIds.join(",")}}`}::bigint[]) and notified_at is null for update
    ), due_step as (${dueStepRows(stepIds, now)}
    ), stepped as (
      select * from jsonb_to_recordset(${JSON.stringify(stepped)}::jsonb)
        as s (channel text, recipient text, "alertId" text)
    ), lately as (
      select message.state, message.last_error, message.lease_until from outbox message
      where message.household_id = ${householdId} and (message.state = 'pending' or ${wasJustSent(now)})
        and message.id = any(array(
          select told.id from outbox told join stepped on stepped.channel = told.channel
            and stepped.recipient = told.recipient and stepped."alertId" = any(told.alert_ids)
          where told.household_id = ${householdId}))
      order by message.id for update
    ), ${affordable(charges)}, changed as (
      select 1 where exists (select from affordable)
        and not exists (select from lately message where message.state = 'sent' or ${isJustSending(now)})
        and (select count(*) from due) = ${findingIds.length}::bigint
        and (select count(*) from due_step) = ${stepIds.length}::bigint
    ), noted as (
      update findings set notified_at = ${at} from due where findings.id = due.id and exists (select from changed)
    ), ${stepsMoved(written, now)}, counted as (${countCharges("changed")}
    ), message as (
      select channel, recipient, "alertIds" as alert_ids
      from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
        as m (channel text, recipient text, "alertIds" text[], dropped text)
      where dropped is null
    ), overtaken as (
      -- Drops a waiting message about several alerts only if newer messages cover all of them.
      update outbox set state = 'dropped', settled_at = ${at}, last_error = ${OVERTAKEN}
      where household_id = ${householdId} and state = 'pending' and alert_ids <> '{}'
        and exists (select from changed)
        and alert_ids <@ (${everyone} || array(
          select read.id from message cross join unnest(message.alert_ids) read (id)
          where message.channel = outbox.channel and message.recipient = outbox.recipient
            and read.id = any (${sameRecipient})))
    ), linked as (
      insert into alert_links (token_hash, household_id, user_id, contact_id, alert_ids, expires_at)
      select l."tokenHash"::bytea, ${householdId}, l."userId", l."contactId", l."alertIds", l."expiresAt"
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
        as l ("tokenHash" text, "userId" text, "contactId" text, "alertIds" text[], "expiresAt" timestamptz)
      where exists (select from changed)
      -- Messages that share a link each bring it.
      on conflict (token_hash) do nothing
    ), queued as (${enqueueFrom("changed", messages, now)})
    select 1 from changed`;
  return (await underLock(db, chargesLock(charges), statement, "repeatable")) !== undefined;
}

/** Locks the steps that are still due: somebody may have acknowledged their alerts meanwhile. */
const dueStepRows = (stepIds: number[], now: Date) => sql`
  select id from escalation_steps where notified_at is null and ended_at is null and id = any(array(
    select step.id from ${dueSteps(now)}
    where step.id = any(${`{${stepIds.join(",")}}`}::bigint[]))) for update`;

/**
 * Marks steps as notified and starts the rounds for new alerts, if the statement's CTE `changed` has a row. An alert
 * has one round at a time: a round in progress continues.
 */
function stepsMoved({ householdId, started }: WrittenNotices, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const alertIds = textArray(started.map(({ alertId }) => alertId));
  return sql`notified_step as (
      update escalation_steps step set notified_at = ${at} from due_step
      where step.id = due_step.id and exists (select from changed)
    ), started as (
      insert into escalation_steps (alert_id, household_id, round, place, step, members_notified, due_at, notified_at)
      select s."alertId", ${householdId}, 1 + coalesce(known.round, 0), s.place, s.step, true,
        'epoch'::timestamptz + s."dueAt" * interval '1 millisecond',
        case when s."isNotified" then ${at} end
      from jsonb_to_recordset(${JSON.stringify(started)}::jsonb) as s ("alertId" text, place integer, step jsonb,
        "dueAt" float8, "isNotified" boolean)
      left join (select alert_id, max(round) as round, bool_or(notified_at is null and ended_at is null) as is_running
        from escalation_steps where alert_id = any(${alertIds}) group by alert_id) known on known.alert_id = s."alertId"
      where exists (select from changed) and known.is_running is not true and s."alertId" in (
        select id from alerts where id = any(${alertIds}) and closed_at is null and acknowledged_at is null)
      on conflict (alert_id, round, place) do nothing
    )`;
}

/** Alert ids have no characters that need quoting. */
const textArray = (ids: string[]) => sql`${`{${ids.join(",")}}`}::text[]`;

/** Counts, queues and logs messages in one statement, and returns null; or does nothing and returns a full charge. */
export async function queueCounted(
  db: Db,
  { messages, charges, entry }: CountedMessages & { entry: ActivityEntry },
): Promise<Charge | null> {
  const { full } = await underCharges(
    db,
    charges,
    sql`counted as (${countCharges("affordable")}), queued as (${enqueueFrom("affordable", messages, entry.at)}),
      logged as (${logFrom("affordable", entry)})`,
  );
  return full;
}

/** Queues messages in the statement of an action on an alert, if the action happens and the budget allows them all. */
export const queuedBeside = ({ messages, charges }: CountedMessages, now: Date): Beside => ({
  lock: chargesLock(charges),
  rows: sql`${affordable(charges)}, paid as (select 1 from acted, affordable),
    counted as (${countCharges("paid")}), queued as (${enqueueFrom("paid", messages, now)})`,
});
