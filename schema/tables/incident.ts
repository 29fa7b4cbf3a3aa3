import { text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { pgTable } from "./table.ts";

/** What the operators have been told is broken, such as `job/maintenance`: told once until it works again. */
export const incidents = pgTable("incidents", {
  subject: text("subject").primaryKey(),
  openedAt: moment("opened_at").notNull(),
  /** Null while it lasts. */
  closedAt: moment("closed_at"),
  reason: text("reason").notNull(),
});
