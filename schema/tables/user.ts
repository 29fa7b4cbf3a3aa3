import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { HouseholdUnit, Language } from "../vocabulary.ts";
import { moment } from "./columns.ts";

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    /** What the people of their homes call them; null until they say. */
    name: text("name"),
    /** In which messages are written to them. */
    language: text("language").$type<Language>().notNull().default("en"),
    /** In which they read temperatures; null for the home's. */
    temperatureUnit: text("temperature_unit").$type<HouseholdUnit>(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);
