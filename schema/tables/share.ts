import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { SHARE_SCOPES } from "../vocabulary.ts";
import { bytes, moment } from "./columns.ts";
import { householdId } from "./household.ts";

export const shareLinks = pgTable(
  "share_links",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    name: text("name").notNull(),
    scope: text("scope", { enum: SHARE_SCOPES }).notNull(),
    tokenHash: bytes("token_hash").notNull(),
    tokenHint: text("token_hint").notNull(),
    /** The member who made it; null for links older than this column whose maker nobody knows. */
    createdBy: text("created_by"),
    /** Null for a link that never expires. */
    expiresAt: moment("expires_at"),
    revokedAt: moment("revoked_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("share_links_token_hash").on(table.tokenHash),
    index("share_links_household").on(table.householdId),
  ],
);
