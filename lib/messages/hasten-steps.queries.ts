import { sql } from "drizzle-orm";
import { escalationSteps } from "../../schema/tables/escalation.ts";
import type { Db } from "../kernel/db.queries.ts";

/**
 * Makes the next step of an alert due at once where nothing that the last one came to reached anybody: its providers
 * are down, or refuse. One that came to nothing, or is still on its way, keeps its time. Answers how many.
 */
export async function hastenSteps(db: Db, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const hastened = await db("repeatable", (queries) =>
    queries
      .update(escalationSteps)
      .set({ dueAt: now })
      .where(
        sql`${escalationSteps.id} in (
          select upcoming.id from (
            select distinct on (alert_id) id, alert_id, round, place from escalation_steps
            where told_at is null and ended_at is null and due_at > ${at} order by alert_id, round, place) upcoming
          join lateral (
            select message_ids from escalation_steps last
            where last.alert_id = upcoming.alert_id and last.round = upcoming.round and last.place < upcoming.place
            order by last.place desc limit 1) last on true
          where exists (
              select from outbox where outbox.id = any(last.message_ids)
                and (outbox.state = 'dead' or (outbox.state = 'pending' and outbox.last_error is not null)))
            and not exists (
              select from outbox where outbox.id = any(last.message_ids)
                and (outbox.state = 'sent' or (outbox.state = 'pending' and outbox.last_error is null))))`,
      )
      .returning({ id: escalationSteps.id }),
  );
  return hastened.length;
}
