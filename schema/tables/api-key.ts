import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { API_SCOPES } from "../vocabulary.ts";
import { bytes, moment } from "./columns.ts";
import { householdId } from "./household.ts";

export const apiKeys = pgTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    name: text("name").notNull(),
    scope: text("scope", { enum: API_SCOPES }).notNull(),
    keyHash: bytes("key_hash").notNull(),
    keyHint: text("key_hint").notNull(),
    createdBy: text("created_by").notNull(),
    /** Moved at most every five minutes: a scrape writes nothing. */
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("api_keys_key_hash").on(table.keyHash),
    index("api_keys_household").on(table.householdId),
  ],
);
