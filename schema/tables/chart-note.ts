import { index, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { householdId } from "./household.ts";
import { users } from "./user.ts";

/** What a member pins to a moment of the home's charts: "plumber was here". */
export const chartNotes = pgTable(
  "chart_notes",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    /** The moment that it is about, not the one of writing. */
    at: moment("at").notNull(),
    text: text("text").notNull(),
    /** Who wrote it; null once that account is deleted. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("chart_notes_household").on(table.householdId, table.at),
    index("chart_notes_user").on(table.userId),
  ],
);
