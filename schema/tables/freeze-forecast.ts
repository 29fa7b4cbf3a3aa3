import { sql } from "drizzle-orm";
import { index, primaryKey, real, text } from "drizzle-orm/pg-core";
import { FORECAST_OUTCOMES } from "../vocabulary.ts";
import { alerts } from "./alert.ts";
import { moment, pgTable } from "./columns.ts";
import { sensors } from "./device.ts";
import { householdId } from "./household.ts";

/**
 * When a room was said to be at 32 °F while an alert about it was open, and what came of it: one an hour and
 * sensor.
 */
export const freezeForecasts = pgTable(
  "freeze_forecasts",
  {
    householdId: householdId(),
    sensorId: text("sensor_id")
      .notNull()
      .references(() => sensors.id, { onDelete: "cascade" }),
    /** The full hour in which it was made, and the moment that its hours count from. */
    madeHour: moment("made_hour").notNull(),
    madeAt: moment("made_at").notNull(),
    alertId: text("alert_id")
      .notNull()
      .references(() => alerts.id, { onDelete: "cascade" }),
    celsius: real("celsius").notNull(),
    hours: real("hours").notNull(),
    hoursLow: real("hours_low").notNull(),
    /** Null for perhaps never. */
    hoursHigh: real("hours_high"),
    outcome: text("outcome", { enum: FORECAST_OUTCOMES }).notNull().default("open"),
    /** When it froze, or the alert ended; null while it is open. */
    endedAt: moment("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.sensorId, table.madeHour] }),
    index("freeze_forecasts_household").on(table.householdId, table.madeAt, table.sensorId),
    index("freeze_forecasts_alert").on(table.alertId),
    index("freeze_forecasts_open").on(table.householdId).where(sql`outcome = 'open'`),
  ],
);
