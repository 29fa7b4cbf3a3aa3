import { type SQL, sql } from "drizzle-orm";
import type { Channel } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import type { StillAsked } from "../outbox/shown-delivery.ts";

/** Of a row of the outbox named `message`: one of its alerts is open, and nobody has it. */
const IS_STILL_ASKING = sql`exists (
  select from alerts alert where alert.household_id = message.household_id and alert.id = any(message.alert_ids)
    and alert.acknowledged_at is null and alert.closed_at is null)`;

/** Of the message: what of its alerts is still to be answered, and what calls about them there were. */
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

/** A message that its provider repeats until somebody answers it. */
type Ring = { id: string; channel: Channel; providerId: string };

/** Rings, of rows of the outbox named `message`, that have nobody to ask any more; the others end by themselves. */
export const pointlessRings = (now: Date): SQL => sql`outbox message
  where message.receipt = 'ringing' and message.provider_id is not null and not ${IS_STILL_ASKING}
    and message.created_at > ${now.toISOString()}::timestamptz
      - make_interval(hours => ${MESSAGE_LIMITS.ringingHours}::integer)`;

export const listPointlessRings = async (db: Db, now: Date): Promise<Ring[]> =>
  await db.query<Ring>(sql`
    select message.id, message.channel, message.provider_id as "providerId" from ${pointlessRings(now)}
    order by message.created_at limit ${MESSAGE_LIMITS.ringsEndedMax}::integer`);

/** They have arrived, and ring no more; one that was confirmed meanwhile stays so. */
export async function markEnded(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.query(sql`
    update outbox set receipt = 'delivered', receipt_at = ${at.toISOString()}::timestamptz
    where receipt = 'ringing' and id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
}
