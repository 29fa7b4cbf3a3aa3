import { type SQL, sql } from "drizzle-orm";
import type { Channel } from "../../schema/vocabulary.ts";
import { runOut } from "../alerts/alerts.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import type { Settlement } from "../outbox/settle.ts";
import type { StillAsked } from "../outbox/shown-delivery.ts";
import { failureOf } from "../status/judge-status.ts";
import { STATUS_LIMITS } from "../status/limits.ts";
import { dueSteps } from "./due-homes.queries.ts";

export type SettledMessage = Settlement & { id: string; attempts: number };

/**
 * Stores the results of claimed messages. A message that another dispatcher has claimed since keeps that claim. A
 * message that newer news replaced meanwhile becomes sent if it was sent, and is not retried otherwise.
 *
 * A sent message shows that its provider works: messages that wait for the same provider after a failure become due at
 * once, and their number is returned. For URLs, each receiver is its own provider. A message that fails for a reason
 * of its own is not woken by every success of others: only some time after its last attempt, and up to a number of
 * attempts.
 */
export async function settleMessages(db: Db, settled: SettledMessage[], now: Date): Promise<number> {
  if (settled.length === 0) return 0;
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await db.query<{ woken: number }>(sql`
    with result as (
      select * from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as result (
        id text, attempts integer, state text, "providerId" text, "lastError" text, "nextAttemptAt" timestamptz, receipt text)
    ), settled as (
      update outbox set state = result.state, lease_until = null, provider_id = result."providerId",
        receipt = coalesce(outbox.receipt, result.receipt), last_error = result."lastError", next_attempt_at = coalesce(result."nextAttemptAt", outbox.next_attempt_at),
        settled_at = case when result.state = 'pending' then null else ${at} end
      from result
      where outbox.id = result.id and outbox.attempts = result.attempts
        and (outbox.state = 'pending' or (outbox.state = 'dropped' and result.state = 'sent'))
      returning outbox.channel, outbox.recipient, outbox.state
    ), working as (
      select distinct channel, case when recipient like '%://%' then recipient end as receiver
      from settled where state = 'sent'
    ), woken as (
      update outbox set next_attempt_at = ${at} from (
        select waiting.id from outbox waiting
        where waiting.state = 'pending' and waiting.next_attempt_at > ${at} and waiting.last_error is not null
          and (waiting.lease_until is null or waiting.lease_until <= ${at})
          and waiting.attempts < ${MESSAGE_LIMITS.wakeAttemptsMax}::integer
          and waiting.attempted_at <= ${at} - make_interval(secs => ${MESSAGE_LIMITS.wakeAgainMs}::float8 / 1000)
          and waiting.id not in (select id from result)
          and (waiting.channel = any(array(select channel from working where receiver is null))
            or waiting.channel || ' ' || waiting.recipient = any(array(select channel || ' ' || receiver from working)))
        order by waiting.is_critical desc, waiting.next_attempt_at
        limit ${MESSAGE_LIMITS.wakeMessagesMax}::integer for update skip locked
      ) waiting where outbox.id = waiting.id
      returning outbox.id
    )
    select count(*)::integer as woken from woken`);
  return rows[0]?.woken ?? 0;
}

/** The kinds of work that a dispatch may find, each true if there is any. */
type DueWork = Record<
  "news" | "messages" | "rings" | "steps" | "acknowledgements" | "statusNews" | "ownFailure" | "wrongClock",
  boolean
>;

/**
 * Finds due work with one read. `ownFailure` is work, because only a successful dispatch closes its own incident.
 * `aheadSeconds` is how far a wrong clock is ahead of the database's: 0 for a right one.
 */
export async function findDueWork(db: Db, now: Date): Promise<DueWork & { aheadSeconds: number }> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [found] = await db.query<DueWork & { aheadSeconds: number }>(sql`
    select exists (select from findings where notified_at is null and tell_at <= ${at}) as news,
      exists (select from outbox where state = 'pending' and next_attempt_at <= ${at}
        and (lease_until is null or lease_until <= ${at})) as messages,
      exists (select from ${pointlessRings(now)}) as rings,
      exists (select from ${dueSteps(now)}) as steps,
      exists (select from ${runOut(now)}) as acknowledgements,
      exists (select from status_news where mailed_at is null
        and at > ${at} - make_interval(hours => ${STATUS_LIMITS.statusMailHours}::integer)) as "statusNews",
      exists (select from incidents where closed_at is null and subject = ${failureOf("dispatch")}) as "ownFailure",
      exists (select from outbox where ${isAhead(now)}) or exists (select from host_pace where ${isPacedAhead(now)})
        as "wrongClock",
      extract(epoch from ${at} - trusted_time(${at}))::float8 as "aheadSeconds"`);
  if (found === undefined) throw new Error("A look has no row");
  return found;
}

/** The limit beyond which a stored time must come from a wrong clock: correct clocks never differ by as much. */
const ahead = (now: Date): SQL =>
  sql`${new Date(now.getTime() + MESSAGE_LIMITS.clockAheadMs).toISOString()}::timestamptz`;

const isAhead = (now: Date): SQL =>
  sql`state = 'pending' and coalesce(attempted_at, created_at) > ${ahead(now)}`;

/** True if a pace or a pause reaches further ahead than any can: a wrong clock wrote it. */
const isPacedAhead = (now: Date): SQL => sql`(next_at > ${ahead(now)}
  or paused_until > ${ahead(now)} + make_interval(secs => ${MESSAGE_LIMITS.hostPauseMsMax}::float8 / 1000))`;

/** Makes messages and paces due now that a clock running ahead had postponed, and returns how many. */
export async function forgetClockAhead(db: Db, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await db.query(sql`
    with messages as (
      update outbox set next_attempt_at = ${at}, attempted_at = ${at}, lease_until = null where ${isAhead(now)} returning id
    ), paces as (
      update host_pace set next_at = ${at}, paused_until = null where ${isPacedAhead(now)} returning host
    )
    select id from messages union all select host from paces`);
  return rows.length;
}

/** True if an alert of the outbox row `message` is open and unacknowledged. */
const IS_STILL_ASKING = sql`exists (
  select from alerts alert where alert.household_id = message.household_id and alert.id = any(message.alert_ids)
    and alert.acknowledged_at is null and alert.closed_at is null)`;

/** Finds whether the message's alerts are still unanswered, and the calls about them; null for an unknown message. */
export async function findStillAsked(db: Db, messageId: string, now: Date): Promise<StillAsked | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [found] = await db.query<StillAsked>(sql`
    select ${IS_STILL_ASKING} as "isOpen", coalesce(bool_or(
        (call.state = 'sent' and call.receipt is null
          and call.settled_at > ${at} - make_interval(secs => ${MESSAGE_LIMITS.callApartSeconds}::float8))
        or (call.state = 'pending' and call.lease_until > ${at}
          and (call.attempted_at, call.id) < (message.attempted_at, message.id))), false) as "isRinging",
      (count(*) filter (where call.state = 'sent'))::integer as calls
    from outbox message left join outbox call on call.household_id = message.household_id
      and call.channel = 'call' and call.id <> message.id and call.alert_ids && message.alert_ids
    where message.id = ${messageId} group by message.id`);
  return found ?? null;
}

type Ring = { id: string; channel: Channel; providerId: string };

/** Outbox rows `message` that still ring with no alert left to answer. Older rows have stopped by themselves. */
const pointlessRings = (now: Date): SQL => sql`outbox message
  where message.receipt = 'ringing' and message.provider_id is not null and not ${IS_STILL_ASKING}
    and message.created_at > ${now.toISOString()}::timestamptz
      - make_interval(hours => ${MESSAGE_LIMITS.ringingHours}::integer)`;

export const listPointlessRings = async (db: Db, now: Date): Promise<Ring[]> =>
  await db.query<Ring>(sql`
    select message.id, message.channel, message.provider_id as "providerId" from ${pointlessRings(now)}
    order by message.created_at limit ${MESSAGE_LIMITS.ringsEndedMax}::integer`);

/** Marks ringing messages as delivered. A message that was confirmed meanwhile keeps that receipt. */
export async function markEnded(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.query(sql`
    update outbox set receipt = 'delivered', receipt_at = ${at.toISOString()}::timestamptz
    where receipt = 'ringing' and id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
}
