import { sql } from "drizzle-orm";
import { runOut } from "../alerts/acknowledge.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import type { Settlement } from "../outbox/settle.ts";
import { failureOf } from "../status/incident-subjects.ts";
import { STATUS_LIMITS } from "../status/limits.ts";
import { dueSteps } from "./due-homes.queries.ts";
import { pointlessRings } from "./end-rings.queries.ts";

export type SettledMessage = Settlement & { id: string; attempts: number };

/**
 * Writes what became of claimed messages; one whose lease was taken over since is left to the other. One that
 * was overtaken meanwhile has been sent all the same, or is not tried again.
 *
 * A message that was taken shows that its provider works: what waits for the same provider after a failure is
 * due at once, and how much that is is answered. A channel of URLs has each receiver for its provider. One that fails by
 * itself is not asked about at each success of others: it was tried some time ago, and not too often.
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

/** What a dispatch may find to do: kinds of work, each true where there is any. */
export type DueWork = Record<
  "news" | "messages" | "rings" | "steps" | "acknowledgements" | "statusNews" | "ownFailure",
  boolean
>;

/** One read, which writes nothing. The next success of a dispatch ends its own failure. */
export async function findDueWork(db: Db, now: Date): Promise<DueWork> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [found] = await db.query<DueWork>(sql`
    select exists (select from findings where notified_at is null and tell_at <= ${at}) as news,
      exists (select from outbox where state = 'pending' and next_attempt_at <= ${at}
        and (lease_until is null or lease_until <= ${at})) as messages,
      exists (select from ${pointlessRings(now)}) as rings,
      exists (select from ${dueSteps(now)}) as steps,
      exists (select from ${runOut(now)}) as acknowledgements,
      exists (select from status_news where mailed_at is null
        and at > ${at} - make_interval(hours => ${STATUS_LIMITS.statusMailHours}::integer)) as "statusNews",
      exists (select from incidents where closed_at is null and subject = ${failureOf("dispatch")}) as "ownFailure"`);
  if (found === undefined) throw new Error("A look has no row");
  return found;
}
