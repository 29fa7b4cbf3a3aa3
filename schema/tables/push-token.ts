import { index, pgTable, text } from "drizzle-orm/pg-core";
import { PUSH_PLATFORMS } from "../vocabulary.ts";
import { moment } from "./columns.ts";
import { users } from "./user.ts";

/** A phone's or browser's registration. The token is the provider's, and needed as it is to send. */
export const pushTokens = pgTable(
  "push_tokens",
  {
    token: text("token").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    platform: text("platform", { enum: PUSH_PLATFORMS }),
    appId: text("app_id"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [index("push_tokens_user").on(table.userId)],
);
