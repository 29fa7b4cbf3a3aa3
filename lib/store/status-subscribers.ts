import { sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import type { SealedMessage } from "../domain/outgoing/message.ts";
import type { Db } from "./db.ts";
import { enqueueFrom } from "./outgoing/enqueue.ts";
import { byteaText, secretHash } from "./secret-hash.ts";

export type SubscriptionRequest = {
  email: string;
  confirmToken: string;
  unsubscribeToken: string;
  now: Date;
  mail: SealedMessage;
};

const HOUR_MS = 3_600_000;

/** Nothing happens to an address that has confirmed, or was written to a moment ago: its tokens stay good. */
export async function requestSubscription(db: Db, request: SubscriptionRequest): Promise<void> {
  const { now } = request;
  const expiresAt = new Date(now.getTime() + LIMITS.statusConfirmHours * HOUR_MS);
  const again = new Date(expiresAt.getTime() - LIMITS.statusConfirmAgainMinutes * 60_000);
  const confirmHash = byteaText(await secretHash(request.confirmToken));
  const unsubscribeHash = byteaText(await secretHash(request.unsubscribeToken));
  await db("once", (queries) =>
    queries.execute(sql`
      with asked as (
        insert into status_subscribers as subscriber
          (email, confirm_hash, confirm_expires_at, unsubscribe_hash, created_at)
        values (${request.email}, ${confirmHash}::bytea, ${expiresAt.toISOString()}::timestamptz,
          ${unsubscribeHash}::bytea, ${now.toISOString()}::timestamptz)
        on conflict (email) do update set confirm_hash = excluded.confirm_hash,
          confirm_expires_at = excluded.confirm_expires_at, unsubscribe_hash = excluded.unsubscribe_hash
        where subscriber.confirmed_at is null
          and subscriber.confirm_expires_at <= ${again.toISOString()}::timestamptz
        returning email)
      ${enqueueFrom("asked", request.mail, now)}`),
  );
}

/** True also for a second press of the button, while the link is good. */
export async function confirmSubscription(db: Db, token: string, now: Date): Promise<boolean> {
  const hash = byteaText(await secretHash(token));
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      update status_subscribers set confirmed_at = coalesce(confirmed_at, ${at})
      where confirm_hash = ${hash}::bytea and confirm_expires_at > ${at}
      returning 1 as confirmed`),
  );
  return rows.length > 0;
}

/** Forgets the address. Of one that is gone already there is nothing left to say. */
export async function endSubscription(db: Db, token: string): Promise<void> {
  const hash = byteaText(await secretHash(token));
  await db("repeatable", (queries) =>
    queries.execute(sql`delete from status_subscribers where unsubscribe_hash = ${hash}::bytea`),
  );
}
