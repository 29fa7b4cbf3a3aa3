import { sql } from "drizzle-orm";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import type { Db } from "../db.ts";
import { messageRows } from "../outgoing/enqueue.ts";

/**
 * Deletes the home with all that is its own, and queues `farewells`. Messages on their way go with it; the history
 * of its devices is erased by the next hours' housekeeping. False where somebody else was first.
 */
export async function deleteHome(
  db: Db,
  { householdId, farewells, now }: { householdId: string; farewells: SealedMessage[]; now: Date },
): Promise<boolean> {
  const [, , result] = await db("once", (queries) =>
    queries.batch([
      queries.execute(sql`select 1 from households where id = ${householdId} for update`),
      // A reading on its way is stored before its device goes, and erased with the others.
      queries.execute(sql`
        with own as (select number from devices where household_id = ${householdId} for update)
        insert into removed_devices (number, removed_at)
        select number, ${now.toISOString()}::timestamptz from own on conflict do nothing`),
      queries.execute(sql`
        with unsent as (delete from outbox where household_id = ${householdId}),
        gone as (delete from households where id = ${householdId} returning id),
        queued as (${messageRows(farewells, now, sql`exists (select from gone)`)})
        select id from gone`),
    ]),
  );
  return result.rows.length > 0;
}
