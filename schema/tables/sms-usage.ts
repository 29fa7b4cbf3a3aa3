import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { householdId } from "./household.ts";

/** Text messages of a household in a calendar month (UTC), against the plan's cap. */
export const smsUsage = pgTable(
  "sms_usage",
  {
    householdId: householdId(),
    /** `YYYY-MM`. */
    month: text("month").notNull(),
    sent: integer("sent").notNull(),
  },
  (table) => [primaryKey({ columns: [table.householdId, table.month] })],
);
