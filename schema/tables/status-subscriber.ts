import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Language } from "../vocabulary.ts";
import { bytes, moment } from "./columns.ts";

/** An address that asked for news of the system's status, and if it has confirmed. */
export const statusSubscribers = pgTable(
  "status_subscribers",
  {
    email: text("email").primaryKey(),
    /** In which they asked, by their browser. */
    language: text("language").$type<Language>().notNull().default("en"),
    confirmHash: bytes("confirm_hash"),
    confirmExpiresAt: moment("confirm_expires_at"),
    confirmedAt: moment("confirmed_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [uniqueIndex("status_subscribers_confirm").on(table.confirmHash)],
);
