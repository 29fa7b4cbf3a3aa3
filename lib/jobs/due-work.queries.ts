import { sql } from "drizzle-orm";
import { dueChecks } from "../alerts/due-checks.queries.ts";
import { isStaleWeek } from "../alerts/floors.queries.ts";
import { type DueFeeds, dueFeeds } from "../feeds/feeds.queries.ts";
import { type CarriedPage, type CarryAsk, carriedPage } from "../history/carried.queries.ts";
import type { Db } from "../kernel/db.queries.ts";

/** What a tick finds to do, and what it has held of the first devices by then. */
export type DueWork = { feeds: DueFeeds; homes: number; hasStaleWeeks: boolean; carried: CarriedPage };

type DueAsk = { now: Date; staleBy: Date; carry: CarryAsk };

/** All that a tick has to know, in one call. Repeating it changes nothing. */
export async function findDueWork(db: Db, { now, staleBy, carry }: DueAsk): Promise<DueWork> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<DueWork>(sql`
      select json_build_object('quick', feeds.due - feeds.slow, 'slow', feeds.slow) as feeds,
        checks.due as homes, exists (select from sensors where ${isStaleWeek(staleBy)}) as "hasStaleWeeks",
        to_json(page) as carried
      from (${dueFeeds(now)}) feeds, (${dueChecks(now)}) checks, (${carriedPage(carry)}) page`),
  );
  const [found] = rows;
  if (found === undefined) throw new Error("The look for work gave no answer");
  return found;
}
