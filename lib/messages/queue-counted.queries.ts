import { type SQL, sql } from "drizzle-orm";
import type { Beside } from "../alerts/acknowledge.queries.ts";
import { affordable, chargesLock, countCharges, firstFull } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import { type Db, underLock } from "../kernel/db.queries.ts";
import { enqueueFrom } from "../outbox/enqueue.queries.ts";
import type { CountedMessages } from "../outbox/message.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";

type Asked = CountedMessages & {
  entry: ActivityEntry;
  /** Ids of the messages for which nothing more is queued as long as there is one. */
  waiting?: SQL;
};

/** `full`: the first of the charges for which there is no room, or null; counts only where nothing is waiting. */
type QueueVerdict = { waiting: string | null; full: Charge | null };

/** Counts, queues and logs in one statement what a home asks for. */
export async function queueCounted(
  db: Db,
  { messages, charges, entry, waiting = sql`select null::text as id where false` }: Asked,
): Promise<QueueVerdict> {
  const row = await underLock<{ waiting: string | null; full: number | null }>(
    db,
    chargesLock(charges),
    sql`
      with waiting as (${waiting}), ${affordable(charges)},
      made as (select 1 from affordable where not exists (select from waiting)),
      counted as (${countCharges("made")}),
      queued as (${enqueueFrom("made", messages, entry.at)}),
      logged as (${logFrom("made", entry)})
      select (select id from waiting) as waiting, ${firstFull(charges)} as full`,
  );
  return { waiting: row?.waiting ?? null, full: charges[row?.full ?? -1] ?? null };
}

/** Beside what somebody does to an alert: sent where that is done, and there is room for all of it. */
export const queuedBeside = ({ messages, charges }: CountedMessages, now: Date): Beside => ({
  lock: chargesLock(charges),
  rows: sql`${affordable(charges)}, paid as (select 1 from acted, affordable),
    counted as (${countCharges("paid")}), queued as (${enqueueFrom("paid", messages, now)})`,
});
