import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { alerts } from "./alert.ts";
import { goesWith, moment } from "./columns.ts";
import { households } from "./household.ts";

/** What a home does, step by step, until somebody has an urgent alert; a home without a row has the default. */
export const escalations = pgTable("escalations", {
  householdId: goesWith("household_id", () => households.id).primaryKey(),
  /** EscalationStep[], as lib/alerts/escalation.ts has them. */
  steps: jsonb("steps").notNull(),
  updatedAt: moment("updated_at").notNull(),
});

/**
 * The steps of one alert as they were when its escalation began: each is notified once, by the writer that sets
 * `notified_at` first, or ends with the acknowledgement. An acknowledgement that expires begins another round.
 */
export const escalationSteps = pgTable(
  "escalation_steps",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    alertId: goesWith("alert_id", () => alerts.id),
    householdId: text("household_id").notNull(),
    round: integer("round").notNull(),
    place: integer("place").notNull(),
    /** One EscalationStep. */
    step: jsonb("step").notNull(),
    /** True if the members know already: by the news that began the round. */
    membersNotified: boolean("members_notified").notNull(),
    dueAt: moment("due_at").notNull(),
    notifiedAt: moment("notified_at"),
    endedAt: moment("ended_at"),
  },
  (table) => [
    uniqueIndex("escalation_steps_place").on(table.alertId, table.round, table.place),
    index("escalation_steps_due").on(table.dueAt).where(sql`notified_at is null and ended_at is null`),
    index("escalation_steps_household").on(table.householdId),
  ],
);
