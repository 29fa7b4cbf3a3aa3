import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);
