import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { outbox } from "../../schema/tables/outbox.ts";
import type { OutboxState } from "../../schema/vocabulary.ts";
import type { Place } from "../kernel/cursor.ts";
import type { Db } from "../kernel/db.queries.ts";
import { behind, cte, isoTime, microsecondsOf, rowsOf } from "../kernel/statements.queries.ts";

type Addressed = Record<"householdId" | "channel" | "recipient", SQL>;

/**
 * The name of the member or contact that a message went to; null if the address is nobody's in the home any more. A member who
 * has confirmed the address comes before others who only entered it.
 */
export const recipientName = ({ householdId, channel, recipient }: Addressed) => sql<string | null>`coalesce(
  (select coalesce(person.name, person.email)
  from memberships member join users person on person.id = member.user_id
    left join contact_points point on point.user_id = person.id
      and point.channel = ${channel} and point.address = ${recipient}
  where member.household_id = ${householdId}
    and ((${channel} = 'email' and person.email = ${recipient}) or point.id is not null)
  order by point.verified_at, member.user_id limit 1),
  (select outsider.name from home_contacts outsider where outsider.household_id = ${householdId}
    and outsider.channel = ${channel} and outsider.address = ${recipient}))`;

/** Why the newest message to an address hasn't arrived; null if it has, or if there is none. */
export const lastFailure = ({ householdId, channel, recipient }: Addressed) => sql<string | null>`(
  select case when message.state <> 'sent' then message.last_error end from outbox message
  where message.household_id = ${householdId} and message.channel = ${channel} and message.recipient = ${recipient}
    and (message.state = 'sent' or (message.state in ('dead', 'pending') and message.last_error is not null))
  order by coalesce(message.settled_at, message.attempted_at) desc limit 1)`;

type DeliveryPage = { householdId: string; state: OutboxState | null; after: Place | null; limit: number };

const { id, kind, channel, recipient, state, attempts, receipt } = outbox;
/** As text: Drizzle writes a column of a single table without its table, and a subquery would read its own column instead. */
const MESSAGE: Addressed = {
  householdId: sql`outbox.household_id`,
  channel: sql`outbox.channel`,
  recipient: sql`outbox.recipient`,
};
const DELIVERY = {
  id,
  kind,
  channel,
  recipient,
  state,
  attempts,
  receipt,
  created_at: isoTime(outbox.createdAt),
  settled_at: isoTime(outbox.settledAt),
  receipt_at: isoTime(outbox.receiptAt),
  last_error: outbox.lastError,
  next_attempt_at: isoTime(outbox.nextAttemptAt),
};

export async function listDeliveryPage(db: Db, ask: DeliveryPage) {
  const isAsked = and(
    eq(outbox.householdId, ask.householdId),
    behind(ask.after, "newest first", [outbox.createdAt, outbox.id]),
    ask.state === null ? undefined : eq(state, ask.state),
  );
  const rows = await db("repeatable", (queries) =>
    queries
      .select({ ...DELIVERY, name: recipientName(MESSAGE), atMicroseconds: microsecondsOf(outbox.createdAt) })
      .from(outbox)
      .where(isAsked)
      .orderBy(desc(outbox.createdAt), desc(outbox.id))
      .limit(ask.limit),
  );
  return rows.map(({ atMicroseconds, ...delivery }) => ({
    delivery,
    place: { atMicroseconds, id: delivery.id },
  }));
}

/** Lists the newest messages of several homes in one call, without names: operators must not see who got them. */
export async function listNewestDeliveries(db: Db, householdIds: readonly string[], each: number) {
  const newest = sql`
    select message.* from jsonb_array_elements_text(${JSON.stringify(householdIds)}::jsonb) as home (id)
    cross join lateral (
      select * from outbox where outbox.household_id = home.id
      order by outbox.created_at desc, outbox.id desc limit ${each}::integer) message`;
  return await db("repeatable", (queries) =>
    queries
      .with(cte("newest", newest))
      .select({ ...DELIVERY, home: outbox.householdId, name: sql<null>`null` })
      .from(rowsOf("newest", outbox))
      .orderBy(desc(outbox.createdAt), desc(outbox.id)),
  );
}

export async function findSealedMessage(db: Db, messageId: string) {
  const { turnOf, alertIds, sealedMessage: sealedContent } = outbox;
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ householdId: outbox.householdId, channel, recipient, kind, turnOf, alertIds, sealedContent })
      .from(outbox)
      .where(eq(outbox.id, messageId)),
  );
  return found ?? null;
}
