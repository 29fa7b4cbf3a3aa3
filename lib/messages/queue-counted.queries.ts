import { sql } from "drizzle-orm";
import type { Beside } from "../alerts/acknowledge.queries.ts";
import { affordable, chargesLock, countCharges, underCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { enqueueFrom } from "../outbox/enqueue.queries.ts";
import type { CountedMessages } from "../outbox/message.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";

/** Counts, queues and logs in one statement what a home asks for; the first of the charges for which there is no room, or null. */
export async function queueCounted(
  db: Db,
  { messages, charges, entry }: CountedMessages & { entry: ActivityEntry },
): Promise<Charge | null> {
  const { full } = await underCharges(
    db,
    charges,
    sql`counted as (${countCharges("affordable")}), queued as (${enqueueFrom("affordable", messages, entry.at)}),
      logged as (${logFrom("affordable", entry)})`,
  );
  return full;
}

/** Beside what somebody does to an alert: sent where that is done, and there is room for all of it. */
export const queuedBeside = ({ messages, charges }: CountedMessages, now: Date): Beside => ({
  lock: chargesLock(charges),
  rows: sql`${affordable(charges)}, paid as (select 1 from acted, affordable),
    counted as (${countCharges("paid")}), queued as (${enqueueFrom("paid", messages, now)})`,
});
