import { departures } from "../../schema/tables/departure.ts";
import type { Db } from "./db.queries.ts";

/** Whether a home is just leaving this database for another one. */
export async function hasDepartures(db: Db): Promise<boolean> {
  const found = await db("repeatable", (queries) =>
    queries.select({ id: departures.householdId }).from(departures).limit(1),
  );
  return found.length > 0;
}
