import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Language, StatusComponent, StatusImpact, StatusNewsKind } from "../vocabulary.ts";
import { bytes, goesWith, moment, textArray } from "./columns.ts";

/** A fault of the service, such as `job/maintenance`. Operators are notified once, until it works again. */
export const incidents = pgTable("incidents", {
  subject: text("subject").primaryKey(),
  openedAt: moment("opened_at").notNull(),
  /** Null while it lasts. */
  closedAt: moment("closed_at"),
  reason: text("reason").notNull(),
});

/** A fault that operators announce to the public. */
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

/** The texts about an incident: its beginning, its updates and its end. */
export const statusNews = pgTable(
  "status_news",
  {
    id: text("id").primaryKey(),
    incidentId: goesWith("incident_id", () => statusIncidents.id),
    kind: text("kind").$type<StatusNewsKind>().notNull(),
    text: text("text").notNull(),
    at: moment("at").notNull(),
    /** The last subscriber, in order of address, whose mail is queued; "" before the first. */
    mailedTo: text("mailed_to").notNull().default(""),
    /** When all subscribers' mails were queued; null before. */
    mailedAt: moment("mailed_at"),
  },
  (table) => [
    index("status_news_incident").on(table.incidentId, table.at),
    index("status_news_unmailed").on(table.at).where(sql`mailed_at is null`),
  ],
);

/** An address that asked for status updates, and whether it has confirmed. */
export const statusSubscribers = pgTable(
  "status_subscribers",
  {
    email: text("email").primaryKey(),
    /** The language of their browser when they subscribed. */
    language: text("language").$type<Language>().notNull().default("en"),
    confirmHash: bytes("confirm_hash"),
    confirmExpiresAt: moment("confirm_expires_at"),
    confirmedAt: moment("confirmed_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [uniqueIndex("status_subscribers_confirm").on(table.confirmHash)],
);

/** The ledger of the clock: a row for each job and tick, so that a tick that fires twice runs once. */
export const jobRuns = pgTable(
  "job_runs",
  {
    job: text("job").notNull(),
    /** The time that the tick stands for, not the time when it fired. */
    tick: moment("tick").notNull(),
    startedAt: moment("started_at").notNull(),
    /** After this an unfinished run counts as dead, and may be taken over. */
    leaseUntil: moment("lease_until").notNull(),
    finishedAt: moment("finished_at"),
    attempts: integer("attempts").notNull().default(1),
    error: text("error"),
  },
  (table) => [
    primaryKey({ columns: [table.job, table.tick] }),
    index("job_runs_started").on(table.startedAt),
  ],
);
