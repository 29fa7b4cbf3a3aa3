import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CHANNELS, CONTACT_LANGUAGES, CONTACT_SCOPES } from "../vocabulary.ts";
import { bytes, moment, textArray } from "./columns.ts";
import { householdId } from "./household.ts";

/**
 * Somebody without an account whom a home may call: a neighbour, a plumber, the family's group. Nothing but the
 * question is sent before they have said yes themselves, and one press ends it.
 */
export const homeContacts = pgTable(
  "home_contacts",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    name: text("name").notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    /** As the provider knows it; where it holds a secret, its host and a fingerprint. */
    address: text("address").notNull(),
    /** What the sender needs besides, in the vault's form. */
    sealedSecret: text("sealed_secret"),
    language: text("language", { enum: CONTACT_LANGUAGES }).notNull(),
    tells: text("tells", { enum: CONTACT_SCOPES }).notNull(),
    /** The rooms that they are called for; empty for all. */
    spaces: textArray("spaces").notNull().default(sql`'{}'`),
    /** The link of the question: says yes, and stops it at any time. */
    tokenHash: bytes("token_hash").notNull(),
    confirmedAt: moment("confirmed_at"),
    /** When they said no, or stop. */
    stoppedAt: moment("stopped_at"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("home_contacts_address").on(table.householdId, table.channel, table.address),
    uniqueIndex("home_contacts_token").on(table.tokenHash),
    index("home_contacts_by_address").on(table.channel, table.address),
  ],
);
