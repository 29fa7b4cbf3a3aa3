import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { ACTOR_TYPES } from "../vocabulary.ts";
import { moment } from "./columns.ts";
import { householdId, users } from "./household.ts";

/**
 * Says who did what from where. Only ever added to, in the same commit as the act, but for what a trigger
 * folds.
 */
export const activity = pgTable(
  "activity",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    householdId: householdId(),
    at: moment("at").notNull(),
    actorType: text("actor_type", { enum: ACTOR_TYPES }).notNull(),
    /** A user's, API key's or token's id; null for the system. */
    actorId: text("actor_id"),
    /** What was done, such as `device_created`. */
    action: text("action").notNull(),
    /** The id of what it was done to. */
    subject: text("subject"),
    details: jsonb("details").notNull().default({}),
    ip: text("ip"),
  },
  (table) => [
    index("activity_household").on(table.householdId, table.id),
    // Folding counts these.
    index("activity_same").on(table.householdId, table.action, table.at),
  ],
);

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
