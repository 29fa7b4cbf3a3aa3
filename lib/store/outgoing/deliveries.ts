import { type SQL, sql } from "drizzle-orm";
import type { OutboxState } from "../../../schema/vocabulary.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { Place } from "../../domain/cursor.ts";
import type { DeliveryRecord } from "../../domain/outgoing/delivery/shown-delivery.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";

/** What is null is not asked for. */
export type DeliveryPage = {
  householdId: string;
  state: OutboxState | null;
  after: Place | null;
  limit: number;
};

/** A message and its place in the household's order: newest first. */
export type PlacedDelivery = { delivery: DeliveryRecord; place: Place };

/** Of the row that is called `message`. */
const DELIVERY_JSON: SQL = sql`jsonb_build_object('id', message.id, 'kind', message.kind,
  'channel', message.channel, 'recipient', message.recipient, 'state', message.state,
  'attempts', message.attempts, 'lastError', message.last_error, 'createdAt', ${isoTime("message.created_at")},
  'settledAt', ${isoTime("message.settled_at")}, 'nextAttemptAt', ${isoTime("message.next_attempt_at")})`;

export async function listDeliveryPage(db: Db, ask: DeliveryPage): Promise<PlacedDelivery[]> {
  const { after } = ask;
  const isAfter =
    after === null
      ? sql`true`
      : sql`(message.created_at, message.id) < ('epoch'::timestamptz + ${after.atMicroseconds}::bigint * interval '1 microsecond', ${after.id})`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ delivery: DeliveryRecord; created_us: string }>(sql`
      select ${DELIVERY_JSON} as delivery,
        (extract(epoch from message.created_at) * 1000000)::bigint::text as created_us
      from outbox message
      where message.household_id = ${ask.householdId} and ${isAfter}
        and message.state = coalesce(${ask.state}, message.state)
      order by message.created_at desc, message.id desc limit ${ask.limit}`),
  );
  return rows.map(({ delivery, created_us }) => ({
    delivery,
    place: { atMicroseconds: created_us, id: delivery.id },
  }));
}

/** `is_unknown` alike for no such message and another household's. */
export type Revival = { is: "revived"; delivery: DeliveryRecord } | { is: "not_dead" | "unknown" };

/** A dead letter is due again, at once; whatever is not dead stays as it is. */
export async function reviveDelivery(db: Db, messageId: string, entry: ActivityEntry): Promise<Revival> {
  const { rows } = await db("once", (queries) =>
    queries.execute<{ delivery: DeliveryRecord | null }>(sql`
      with revived as (
        update outbox set state = 'pending', settled_at = null, lease_until = null,
          next_attempt_at = ${entry.at.toISOString()}::timestamptz
        where id = ${messageId} and household_id = ${entry.householdId} and state = 'dead'
        returning *),
      logged as (${logFrom("revived", entry)})
      select (select ${DELIVERY_JSON} from revived message) as delivery
      from outbox where id = ${messageId} and household_id = ${entry.householdId}`),
  );
  const [row] = rows;
  if (row === undefined) return { is: "unknown" };
  return row.delivery === null ? { is: "not_dead" } : { is: "revived", delivery: row.delivery };
}
