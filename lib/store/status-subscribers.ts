import { and, eq, gt, sql } from "drizzle-orm";
import { outbox } from "../../schema/tables/outbox.ts";
import { statusSubscribers } from "../../schema/tables/status-subscriber.ts";
import { STATUS_NEWS_MAIL } from "../../schema/vocabulary.ts";
import { cte } from "./cte.ts";
import type { Db } from "./db.ts";
import { draft } from "./draft.ts";
import { secretHash } from "./secret-hash.ts";

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
