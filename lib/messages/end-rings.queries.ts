import { and, eq, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { isStillAsking } from "./still-asked.queries.ts";

/** A message that its provider repeats until somebody answers it. */
type Ring = { id: string; channel: Channel; providerId: string };

/** Rings that have nobody to ask any more; the others end by themselves. */
export const isPointlessRing = (now: Date): SQL | undefined =>
  and(
    eq(outbox.receipt, "ringing"),
    isNotNull(outbox.providerId),
    gt(outbox.createdAt, new Date(now.getTime() - LIMITS.ringingHours * HOUR_MS)),
    sql`not ${isStillAsking}`,
  );

export async function listPointlessRings(db: Db, now: Date): Promise<Ring[]> {
  const rows = await db("repeatable", (queries) =>
    queries
      .select({ id: outbox.id, channel: outbox.channel, providerId: outbox.providerId })
      .from(outbox)
      .where(isPointlessRing(now))
      .orderBy(outbox.createdAt)
      .limit(LIMITS.ringsEndedMax),
  );
  return rows.flatMap(({ providerId, ...ring }) => (providerId === null ? [] : [{ ...ring, providerId }]));
}

/** They have arrived, and ring no more; one that was confirmed meanwhile stays so. */
export async function markEnded(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db("repeatable", (queries) =>
    queries
      .update(outbox)
      .set({ receipt: "delivered", receiptAt: at })
      .where(and(inArray(outbox.id, [...ids]), eq(outbox.receipt, "ringing"))),
  );
}
