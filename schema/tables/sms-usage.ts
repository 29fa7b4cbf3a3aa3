import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { households } from "./household.ts";

/** Text messages of a household in a calendar month (UTC), against the plan's cap. */
export const smsUsage = pgTable(
  "sms_usage",
  {
    householdId: text("household_id")
      .notNull()
      .references(() => households.id, { onDelete: "cascade" }),
    /** `YYYY-MM`. */
    month: text("month").notNull(),
    sent: integer("sent").notNull(),
  },
  (table) => [primaryKey({ columns: [table.householdId, table.month] })],
);
