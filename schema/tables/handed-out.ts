import { index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { API_SCOPES, SHARE_SCOPES } from "../vocabulary.ts";
import { bytes, goesWith, moment } from "./columns.ts";
import { householdId } from "./household.ts";

/** What each of them has. Of its secret the hash is kept, and the last characters to know it by. */
const handedOut = (secret: "key" | "token") => ({
  id: text("id").primaryKey(),
  householdId: householdId(),
  name: text("name").notNull(),
  tokenHash: bytes(`${secret}_hash`).notNull(),
  tokenHint: text(`${secret}_hint`).notNull(),
  /** The member who made it; null for those older than this column whose maker nobody knows. */
  createdBy: text("created_by"),
  revokedAt: moment("revoked_at"),
  createdAt: moment("created_at").notNull(),
});

export const inboundTokens = pgTable(
  "inbound_tokens",
  {
    ...handedOut("token"),
    /** Sealed in the vault's form: a signature is checked with the secret itself. Null where none is set. */
    sealedSigningSecret: text("sealed_signing_secret"),
  },
  (table) => [
    uniqueIndex("inbound_tokens_token_hash").on(table.tokenHash),
    index("inbound_tokens_household").on(table.householdId),
  ],
);

/** Signed calls of the last minutes: the same one again is answered and does nothing. */
export const inboundReceipts = pgTable(
  "inbound_receipts",
  {
    tokenId: goesWith("token_id", () => inboundTokens.id),
    /** SHA-256 of what was signed, so that it is the same however the signature is written. */
    contentHash: bytes("content_hash").notNull(),
    receivedAt: moment("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.contentHash] })],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    ...handedOut("key"),
    scope: text("scope", { enum: API_SCOPES }).notNull(),
    createdBy: text("created_by").notNull(),
    /** Moved at most every five minutes: a scrape writes nothing. */
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [
    uniqueIndex("api_keys_key_hash").on(table.tokenHash),
    index("api_keys_household").on(table.householdId),
  ],
);

export const shareLinks = pgTable(
  "share_links",
  {
    ...handedOut("token"),
    scope: text("scope", { enum: SHARE_SCOPES }).notNull(),
    /** Null for a link that never expires. */
    expiresAt: moment("expires_at"),
  },
  (table) => [
    uniqueIndex("share_links_token_hash").on(table.tokenHash),
    index("share_links_household").on(table.householdId),
  ],
);
