import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import { statusSubscribers } from "../../schema/tables/status-subscriber.ts";
import { STATUS_NEWS_MAIL } from "../../schema/vocabulary.ts";
import type { SealedMessage } from "../domain/outgoing/message.ts";
import { HOUR_MS, MINUTE_MS } from "../domain/time.ts";
import { cte } from "./cte.ts";
import type { Db } from "./db.ts";
import { draft } from "./draft.ts";
import { enqueueFrom } from "./outgoing/enqueue.ts";
import { secretHash } from "./secret-hash.ts";

export type SubscriptionRequest = {
  email: string;
  confirmToken: string;
  now: Date;
  mail: SealedMessage;
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
  const asked = draft
    .insert(statusSubscribers)
    .values({ email: request.email, createdAt: now, ...tokens })
    .onConflictDoUpdate({
      target: statusSubscribers.email,
      set: tokens,
      setWhere: sql`${isNull(statusSubscribers.confirmedAt)} and ${lte(statusSubscribers.confirmExpiresAt, again)}`,
    })
    .returning({ email: statusSubscribers.email });
  await db("once", (queries) =>
    queries.execute(sql`with asked as ${asked} ${enqueueFrom("asked", request.mail, now)}`),
  );
}

/** True also for a second press of the button, while the link is good. */
export async function confirmSubscription(db: Db, token: string, now: Date): Promise<boolean> {
  const hash = await secretHash(token);
  const confirmedAt = sql`coalesce(${statusSubscribers.confirmedAt}, ${now.toISOString()}::timestamptz)`;
  const confirmed = await db("repeatable", (queries) =>
    queries
      .update(statusSubscribers)
      .set({ confirmedAt })
      .where(and(eq(statusSubscribers.confirmHash, hash), gt(statusSubscribers.confirmExpiresAt, now)))
      .returning({ email: statusSubscribers.email }),
  );
  return confirmed.length > 0;
}

/** Forgets the address, and drops what waits to be sent to it. What is gone already stays gone. */
export async function endSubscription(db: Db, email: string, now: Date): Promise<void> {
  const gone = draft.delete(statusSubscribers).where(eq(statusSubscribers.email, email));
  await db("repeatable", (queries) =>
    queries
      .with(cte("gone", gone))
      .update(outbox)
      .set({ state: "dropped", settledAt: now })
      .where(
        and(eq(outbox.state, "pending"), eq(outbox.recipient, email), eq(outbox.kind, STATUS_NEWS_MAIL)),
      ),
  );
}
