import { index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { API_SCOPES, SHARE_SCOPES } from "../vocabulary.ts";
import { bytes, goesWith, moment } from "./columns.ts";
import { householdId } from "./household.ts";

/** Columns that these secrets share. Only a secret's hash is stored, and its last characters to recognize it by. */
const handedOut = (secret: "key" | "token") => ({
  id: text("id").primaryKey(),
  householdId: householdId(),
  name: text("name").notNull(),
  tokenHash: bytes(`${secret}_hash`).notNull(),
  tokenHint: text(`${secret}_hint`).notNull(),
  /** The member who created it; null if it is older than this column. */
  createdBy: text("created_by"),
  revokedAt: moment("revoked_at"),
  createdAt: moment("created_at").notNull(),
});

export const inboundTokens = pgTable(
  "inbound_tokens",
  {
    ...handedOut("token"),
    /** Sealed by the vault, because checking a signature needs the secret itself. Null if none is set. */
    sealedSigningSecret: text("sealed_signing_secret"),
  },
  (table) => [
    uniqueIndex("inbound_tokens_token_hash").on(table.tokenHash),
    index("inbound_tokens_household").on(table.householdId),
  ],
);

/** Signed calls of the last minutes: a repeated one is answered and does nothing. */
export const inboundReceipts = pgTable(
  "inbound_receipts",
  {
    tokenId: goesWith("token_id", () => inboundTokens.id),
    /** SHA-256 of the signed content, which is the same however the signature is encoded. */
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
    /** Updated at most every five minutes, so that most calls write nothing. */
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
