import { index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
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

/**
 * What a creating call with an `Idempotency-Key` was answered, kept for a day. `answer` never holds a secret:
 * one that was shown stands in it sealed, or not at all.
 */
export const apiReceipts = pgTable(
  "api_receipts",
  {
    householdId: householdId(),
    keyHash: bytes("key_hash").notNull(),
    /** SHA-256 of the request's body: the same key with another body is a mistake of the caller. */
    bodyHash: bytes("body_hash").notNull(),
    status: smallint("status").notNull(),
    answer: jsonb("answer").notNull(),
    sealedSecret: text("sealed_secret"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.householdId, table.keyHash] })],
);
