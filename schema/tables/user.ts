import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    /** E.164; null where no text messages are wanted. */
    phone: text("phone"),
    /** When the number answered STOP, or turned out not to exist. */
    phoneGoneAt: moment("phone_gone_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);
