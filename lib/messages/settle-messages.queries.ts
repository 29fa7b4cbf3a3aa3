import { and, eq, gt, isNull, lte, or, type SQLWrapper, sql } from "drizzle-orm";
import { findings } from "../../schema/tables/alert.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import { incidents, statusNews } from "../../schema/tables/status-incident.ts";
import { runOut } from "../alerts/acknowledge.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { STATUS_LIMITS } from "../status/limits.ts";
import type { Settlement } from "./delivery/settle.ts";
import { dueSteps } from "./due-homes.queries.ts";
import { isPointlessRing } from "./end-rings.queries.ts";
import { failureOf } from "./incident-subjects.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

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

/** What a dispatch would find to do. One read, which writes nothing. */
export async function findDueWork(db: Db, now: Date) {
  const isTrue = (rows: SQLWrapper) => sql<boolean>`exists (${rows})`;
  const since = new Date(now.getTime() - STATUS_LIMITS.statusMailHours * HOUR_MS);
  const work = {
    news: isTrue(
      queryBuilder
        .select(one)
        .from(findings)
        .where(and(isNull(findings.notifiedAt), lte(findings.tellAt, now))),
    ),
    messages: isTrue(
      queryBuilder
        .select(one)
        .from(outbox)
        .where(
          and(
            eq(outbox.state, "pending"),
            lte(outbox.nextAttemptAt, now),
            or(isNull(outbox.leaseUntil), lte(outbox.leaseUntil, now)),
          ),
        ),
    ),
    rings: isTrue(queryBuilder.select(one).from(outbox).where(isPointlessRing(now))),
    steps: isTrue(queryBuilder.select(one).from(dueSteps(now))),
    acknowledgements: isTrue(queryBuilder.select(one).from(runOut(now))),
    statusNews: isTrue(
      queryBuilder
        .select(one)
        .from(statusNews)
        .where(and(isNull(statusNews.mailedAt), gt(statusNews.at, since))),
    ),
    // The next success ends it.
    ownFailure: isTrue(
      queryBuilder
        .select(one)
        .from(incidents)
        .where(and(isNull(incidents.closedAt), eq(incidents.subject, failureOf("dispatch")))),
    ),
  };
  const [found] = await db("repeatable", (queries) => queries.select(work).from(sql`(select) as nothing`));
  if (found === undefined) throw new Error("The look for work has no row");
  return found;
}

const one = { one: sql`1` };
