import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CHANNELS, CONTACT_LANGUAGES, CONTACT_SCOPES } from "../vocabulary.ts";
import { bytes, goesWith, moment, textArray } from "./columns.ts";
import { householdId, users } from "./household.ts";

/**
 * Where a person can be reached besides the address they sign in with: a phone number, a phone's or browser's
 * push token, a webhook. Messages go only to what is verified and not gone.
 */
export const contactPoints = pgTable(
  "contact_points",
  {
    id: text("id").primaryKey(),
    userId: goesWith("user_id", () => users.id),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    /**
     * The address as the provider knows it; for a webhook its host and a fingerprint, since its path may be a
     * secret.
     */
    address: text("address").notNull(),
    /** What the sender needs besides, in the vault's form: a webhook's URL and signing key. */
    sealedSecret: text("sealed_secret"),
    /** What was said of it when it was added, such as a phone's platform. */
    details: jsonb("details").notNull().default({}),
    /** When its owner proved that it is theirs; null until then. */
    verifiedAt: moment("verified_at"),
    /** When it answered STOP, or turned out not to exist any more. */
    goneAt: moment("gone_at"),
    /** The code that is on its way, in the vault's form, and its tries: counted before they are judged. */
    sealedCode: text("sealed_code"),
    codeTries: integer("code_tries").notNull().default(0),
    codeExpiresAt: moment("code_expires_at"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("contact_points_user_address").on(table.userId, table.channel, table.address),
    index("contact_points_address").on(table.channel, table.address),
  ],
);

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
