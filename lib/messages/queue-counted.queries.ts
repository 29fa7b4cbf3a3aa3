import { type SQL, sql } from "drizzle-orm";
import { affordable, chargesLock, countCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import { type Db, householdLock } from "../kernel/db.queries.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import { enqueueFrom } from "./enqueue.queries.ts";
import type { SealedMessage } from "./message.ts";

type Asked = {
  messages: SealedMessage[];
  entry: ActivityEntry;
  /** So often a home may ask for it. */
  perHour: number;
  charges?: Charge[];
  /** Ids of the messages for which nothing more is queued as long as there is one. */
  waiting?: SQL;
};

type QueueVerdict =
  | { verdict: "queued" | "used_up" }
  | { verdict: "waiting"; id: string }
  | { verdict: "too_often"; oldest: Date };

type Row = { waiting: string | null; is_queued: boolean; asked: number; oldest: string | null };

/** Counts, queues and logs in one statement what a home asks for; the count is that of the activity itself. */
export async function queueCounted(
  db: Db,
  { messages, entry, perHour, charges = [], waiting = sql`select null::text as id where false` }: Asked,
): Promise<QueueVerdict> {
  const since = new Date(entry.at.getTime() - HOUR_MS).toISOString();
  const results = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(entry.householdId)),
      queries.execute(chargesLock(charges)),
      queries.execute<Row>(sql`
        with used as (
          select count(*)::integer as asked, min(at) as oldest from activity
          where household_id = ${entry.householdId} and action = ${entry.action} and at > ${since}::timestamptz),
        waiting as (${waiting}),
        ${affordable(charges)},
        made as (
          select 1 from used, affordable where asked < ${perHour}::integer and not exists (select from waiting)),
        counted as (${countCharges("made")}),
        queued as (${enqueueFrom("made", messages, entry.at)}),
        logged as (${logFrom("made", entry)})
        select (select id from waiting) as waiting, exists (select from made) as is_queued, asked, oldest from used`),
    ]),
  );
  const [row] = results[2].rows;
  if (row === undefined) throw new Error("A count has no row");
  if (row.is_queued) return { verdict: "queued" };
  if (row.waiting !== null) return { verdict: "waiting", id: row.waiting };
  if (row.asked < perHour) return { verdict: "used_up" };
  return { verdict: "too_often", oldest: row.oldest === null ? entry.at : new Date(row.oldest) };
}
