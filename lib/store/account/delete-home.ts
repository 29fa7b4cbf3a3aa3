import { eq, sql } from "drizzle-orm";
import { devices, removedDevices } from "../../../schema/tables/device.ts";
import { households } from "../../../schema/tables/household.ts";
import { outbox } from "../../../schema/tables/outbox.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { insertSelect } from "../insert-select.ts";
import { messageRows } from "../outgoing/enqueue.ts";

/**
 * Deletes the home with all that is its own, and queues `farewells`. Messages on their way go with it; the
 * history of its devices is erased by the next hours' housekeeping. False where somebody else was first.
 */
export async function deleteHome(
  db: Db,
  { householdId, farewells, now }: { householdId: string; farewells: SealedMessage[]; now: Date },
): Promise<boolean> {
  const isHome = eq(households.id, householdId);
  // A reading on its way is stored before its device goes, and erased with the others.
  const own = draft
    .select({ number: devices.number })
    .from(devices)
    .where(eq(devices.householdId, householdId))
    .for("update");
  const noted = insertSelect(
    removedDevices,
    { number: sql`own.number`, removedAt: now },
    sql`from own on conflict do nothing`,
  );
  const unsent = draft.delete(outbox).where(eq(outbox.householdId, householdId));
  const gone = draft.delete(households).where(isHome).returning({ id: households.id });
  const [, , result] = await db("once", (queries) =>
    queries.batch([
      queries.select({ id: households.id }).from(households).where(isHome).for("update"),
      queries.execute(sql`with own as ${own} ${noted}`),
      queries.execute(sql`
        with unsent as ${unsent}, gone as ${gone},
        queued as (${messageRows(farewells, now, sql`exists (select from gone)`)})
        select id from gone`),
    ]),
  );
  return result.rows.length > 0;
}
