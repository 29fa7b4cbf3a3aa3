import { and, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import type { Db } from "../kernel/db.queries.ts";
import { householdLock } from "../kernel/under-lock.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import { DELIVERY } from "./deliveries.queries.ts";
import type { DeliveryRecord } from "./delivery/shown-delivery.ts";
import { messageRows } from "./enqueue.queries.ts";
import type { SealedMessage } from "./message.ts";

/** A delivery with what was sent, in the vault's form. */
export type SentDelivery = DeliveryRecord & { sealedContent: string; isCritical: boolean };

/** Null alike for no such message and another household's. */
export async function findSent(db: Db, householdId: string, id: string): Promise<SentDelivery | null> {
  const [row] = await db("repeatable", (queries) =>
    queries
      .select({ ...DELIVERY, sealedContent: outbox.sealedMessage, isCritical: outbox.isCritical })
      .from(outbox)
      .where(and(eq(outbox.id, id), eq(outbox.householdId, householdId))),
  );
  return row ?? null;
}

type Replay = {
  message: SealedMessage;
  /** The first delivery of the event. */
  replayOf: string;
  entry: ActivityEntry;
  /** Replays after this count towards the limit. */
  countedSince: Date;
};

/** `id` is of the replay that waits: this one, or one that was asked for a moment before. */
type ReplayVerdict = { verdict: "queued"; id: string } | { verdict: "too_often"; fullSince: Date };

type Row = { waiting: string | null; is_queued: boolean; oldest: string | null };

/** Of one event one replay waits at a time, however often it is pressed. Counts, queues and logs in one statement. */
export async function queueReplay(
  db: Db,
  { message, replayOf, entry, countedSince }: Replay,
): Promise<ReplayVerdict> {
  const results = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(entry.householdId)),
      queries.execute<Row>(sql`
        with used as (
          select count(*)::integer as replays, min(at) as oldest from activity
          where household_id = ${entry.householdId} and action = ${entry.action}
            and at > ${countedSince.toISOString()}::timestamptz),
        waiting as (
          select id from outbox where household_id = ${entry.householdId} and replay_of = ${replayOf}
            and state = 'pending' limit 1),
        made as (
          select 1 from used where replays < ${LIMITS.deliveryReplaysPerHour}::integer
            and not exists (select from waiting)),
        queued as (${messageRows([message], entry.at, sql`exists (select from made)`)}),
        logged as (${logFrom("made", entry)})
        select (select id from waiting) as waiting, exists (select from made) as is_queued, oldest from used`),
    ]),
  );
  const [row] = results[1].rows;
  if (row?.is_queued) return { verdict: "queued", id: message.id };
  if (row?.waiting != null) return { verdict: "queued", id: row.waiting };
  return { verdict: "too_often", fullSince: row?.oldest == null ? entry.at : new Date(row.oldest) };
}
