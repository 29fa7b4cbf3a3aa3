import { and, arrayOverlaps, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { alerts } from "../../schema/tables/alert.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { HOUR_MS, SECOND_MS } from "../kernel/time.ts";
import type { StillAsked } from "./delivery/shown-delivery.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

const one = { one: sql`1` };

/** Of a message: one of its alerts is open, and nobody has it. */
const isStillAsking = sql<boolean>`exists (${queryBuilder
  .select(one)
  .from(alerts)
  .where(
    and(
      eq(alerts.householdId, outbox.householdId),
      arrayOverlaps(outbox.alertIds, sql`array[${alerts.id}]`),
      isNull(alerts.acknowledgedAt),
      isNull(alerts.closedAt),
    ),
  )})`;

/** A message that its provider repeats until somebody answers it. */
type Ring = { id: string; channel: Channel; providerId: string };

/** Of the message: what of its alerts is still to be answered, and what calls about them there were. */
export async function findStillAsked(db: Db, messageId: string, now: Date): Promise<StillAsked | null> {
  const other = alias(outbox, "other");
  const isOtherCall = and(
    eq(other.householdId, outbox.householdId),
    eq(other.channel, "call"),
    ne(other.id, outbox.id),
    arrayOverlaps(other.alertIds, outbox.alertIds),
  );
  const since = new Date(now.getTime() - MESSAGE_LIMITS.callApartSeconds * SECOND_MS);
  const isBefore = sql`(${other.attemptedAt}, ${other.id}) < (${outbox.attemptedAt}, ${outbox.id})`;
  const ringing = queryBuilder
    .select(one)
    .from(other)
    .where(
      and(
        isOtherCall,
        or(
          and(eq(other.state, "sent"), isNull(other.receipt), gt(other.settledAt, since)),
          and(eq(other.state, "pending"), gt(other.leaseUntil, now), isBefore),
        ),
      ),
    );
  const made = queryBuilder
    .select({ count: sql`count(*)` })
    .from(other)
    .where(and(isOtherCall, eq(other.state, "sent")));
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        isOpen: isStillAsking,
        isRinging: sql<boolean>`exists (${ringing})`,
        calls: sql<number>`(${made})::integer`,
      })
      .from(outbox)
      .where(eq(outbox.id, messageId)),
  );
  return found ?? null;
}

/** Rings that have nobody to ask any more; the others end by themselves. */
export const isPointlessRing = (now: Date): SQL | undefined =>
  and(
    eq(outbox.receipt, "ringing"),
    isNotNull(outbox.providerId),
    gt(outbox.createdAt, new Date(now.getTime() - MESSAGE_LIMITS.ringingHours * HOUR_MS)),
    sql`not ${isStillAsking}`,
  );

export async function listPointlessRings(db: Db, now: Date): Promise<Ring[]> {
  const rows = await db("repeatable", (queries) =>
    queries
      .select({ id: outbox.id, channel: outbox.channel, providerId: outbox.providerId })
      .from(outbox)
      .where(isPointlessRing(now))
      .orderBy(outbox.createdAt)
      .limit(MESSAGE_LIMITS.ringsEndedMax),
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
