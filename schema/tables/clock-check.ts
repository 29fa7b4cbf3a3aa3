import { text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { pgTable } from "./table.ts";

/** Questions whether the platform's clock calls by itself; its next call answers all that are open. */
export const clockChecks = pgTable("clock_checks", {
  id: text("id").primaryKey(),
  askedAt: moment("asked_at").notNull(),
  answeredAt: moment("answered_at"),
  /** The job that the clock called. */
  job: text("job"),
});
