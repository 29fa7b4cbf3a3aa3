import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, moment } from "./columns.ts";
import { households } from "./household.ts";

export const inboundTokens = pgTable(
  "inbound_tokens",
  {
    id: text("id").primaryKey(),
    householdId: text("household_id")
      .notNull()
      .references(() => households.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    tokenHash: bytes("token_hash").notNull(),
    tokenHint: text("token_hint").notNull(),
    /** In the vault's form: a signature is checked with the secret itself. Null where none is set. */
    sealedSigningSecret: text("sealed_signing_secret"),
    revokedAt: moment("revoked_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("inbound_tokens_token_hash").on(table.tokenHash),
    index("inbound_tokens_household").on(table.householdId),
  ],
);
