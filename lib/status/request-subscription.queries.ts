import { sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { statusSubscribers } from "../../schema/tables/status-subscriber.ts";
import { affordable, chargesLock, countCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { secretHash } from "../kernel/secret-hash.queries.ts";
import { insertSelect } from "../kernel/statements.queries.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";
import { underLock } from "../kernel/under-lock.queries.ts";
import { enqueueFrom } from "../messages/enqueue.queries.ts";
import type { SealedMessage } from "../messages/message.ts";

type SubscriptionRequest = {
  email: string;
  confirmToken: string;
  now: Date;
  mail: SealedMessage;
  /** What the mail counts as; without room for it nothing happens, which nobody is told. */
  charges: readonly Charge[];
};

/** Nothing happens to an address that has confirmed, or was written to a moment ago: its tokens stay good. */
export async function requestSubscription(db: Db, request: SubscriptionRequest): Promise<void> {
  const { now } = request;
  const expiresAt = new Date(now.getTime() + LIMITS.statusConfirmHours * HOUR_MS);
  const again = new Date(expiresAt.getTime() - LIMITS.statusConfirmAgainMinutes * MINUTE_MS);
  const tokens = {
    confirmHash: await secretHash(request.confirmToken),
    confirmExpiresAt: expiresAt,
  };
  const { charges } = request;
  const asked = insertSelect(
    statusSubscribers,
    { email: request.email, createdAt: now, ...tokens },
    sql`from affordable on conflict (email) do update
      set confirm_hash = excluded.confirm_hash, confirm_expires_at = excluded.confirm_expires_at
      where status_subscribers.confirmed_at is null
        and status_subscribers.confirm_expires_at <= ${again.toISOString()}::timestamptz
      returning email`,
  );
  await underLock(
    db,
    chargesLock(charges),
    sql`with ${affordable(charges)}, asked as (${asked}), counted as (${countCharges("asked")})
      ${enqueueFrom("asked", request.mail, now)}`,
  );
}
