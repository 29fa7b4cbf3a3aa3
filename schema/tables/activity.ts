import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { ACTOR_TYPES } from "../vocabulary.ts";
import { moment } from "./columns.ts";
import { householdId, users } from "./household.ts";

/**
 * Who did what, from where. Rows are only added, in the same transaction as the action, and changed only by the trigger
 * that folds repeated ones.
 */
export const activity = pgTable(
  "activity",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    householdId: householdId(),
    at: moment("at").notNull(),
    actorType: text("actor_type", { enum: ACTOR_TYPES }).notNull(),
    /** The id of a user, API key or token; null for the system. */
    actorId: text("actor_id"),
    /** The action, such as `device_created`. */
    action: text("action").notNull(),
    /** The id of the action's object. */
    subject: text("subject"),
    details: jsonb("details").notNull().default({}),
    ip: text("ip"),
  },
  (table) => [
    index("activity_household").on(table.householdId, table.id),
    // For counting the rows to fold.
    index("activity_same").on(table.householdId, table.action, table.at),
  ],
);

/** A member's note on a moment of the home's charts: "plumber was here". */
export const chartNotes = pgTable(
  "chart_notes",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    /** The moment that the note is about, not when it was written. */
    at: moment("at").notNull(),
    text: text("text").notNull(),
    /** The author; null once that account is deleted. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("chart_notes_household").on(table.householdId, table.at),
    index("chart_notes_user").on(table.userId),
  ],
);
