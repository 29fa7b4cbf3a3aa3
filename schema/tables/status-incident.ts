import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import type { StatusComponent, StatusImpact, StatusNewsKind } from "../vocabulary.ts";
import { goesWith, moment, textArray } from "./columns.ts";

/** A fault that the operators know of, such as `job/maintenance`: notified once until it works again. */
export const incidents = pgTable("incidents", {
  subject: text("subject").primaryKey(),
  openedAt: moment("opened_at").notNull(),
  /** Null while it lasts. */
  closedAt: moment("closed_at"),
  reason: text("reason").notNull(),
});

/** A fault that operators tell the public of. */
export const statusIncidents = pgTable(
  "status_incidents",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    impact: text("impact").$type<StatusImpact>().notNull(),
    components: textArray("components").$type<StatusComponent[]>().notNull(),
    openedAt: moment("opened_at").notNull(),
    /** Null while it lasts. */
    closedAt: moment("closed_at"),
  },
  (table) => [index("status_incidents_opened").on(table.openedAt)],
);

/** The texts about an incident: its beginning, updates and its end. */
export const statusNews = pgTable(
  "status_news",
  {
    id: text("id").primaryKey(),
    incidentId: goesWith("incident_id", () => statusIncidents.id),
    kind: text("kind").$type<StatusNewsKind>().notNull(),
    text: text("text").notNull(),
    at: moment("at").notNull(),
    /** The last subscriber, by address, whose mail is queued; "" before the first. */
    mailedTo: text("mailed_to").notNull().default(""),
    /** When the mails of all subscribers were queued; null until then. */
    mailedAt: moment("mailed_at"),
  },
  (table) => [
    index("status_news_incident").on(table.incidentId, table.at),
    index("status_news_unmailed").on(table.at).where(sql`mailed_at is null`),
  ],
);
