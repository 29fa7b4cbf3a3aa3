import { text } from "drizzle-orm/pg-core";
import { moment, pgTable } from "./columns.ts";

/** Homes on their way to a cell in another database. While there is one, a secret that nobody knows here may be theirs. */
export const departures = pgTable("departures", {
  householdId: text("household_id").primaryKey(),
  beganAt: moment("began_at").notNull(),
  /** Since when it is not here any more; it stands in the other database then, if not yet in its tables. */
  leftAt: moment("left_at"),
});
