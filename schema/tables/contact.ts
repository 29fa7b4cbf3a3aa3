import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CHANNELS, CONTACT_SCOPES, LANGUAGES } from "../vocabulary.ts";
import { bytes, goesWith, moment, textArray } from "./columns.ts";
import { householdId, users } from "./household.ts";

/**
 * Where a person can be reached besides the address they sign in with: a phone number, a push token of a phone or
 * browser, a webhook. Messages only go to a contact point that is verified and not gone.
 */
export const contactPoints = pgTable(
  "contact_points",
  {
    id: text("id").primaryKey(),
    userId: goesWith("user_id", () => users.id),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    /**
     * The address as the provider knows it; for a webhook its host and a fingerprint, since its path may be a secret.
     */
    address: text("address").notNull(),
    /** The sender's further data, sealed by the vault: a webhook's URL and signing key. */
    sealedSecret: text("sealed_secret"),
    /** Facts given when it was added, such as a phone's platform. */
    details: jsonb("details").notNull().default({}),
    /** When its owner confirmed it; null before. */
    verifiedAt: moment("verified_at"),
    /** When it answered STOP, or turned out not to exist any more. */
    goneAt: moment("gone_at"),
    /** The code that was sent, sealed by the vault, and its attempts, which are counted before they are checked. */
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
 * A person without an account whom a home may call: a neighbor, a plumber, the family's group. They get nothing but the
 * question until they have agreed, and can stop it with one press.
 */
export const homeContacts = pgTable(
  "home_contacts",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    name: text("name").notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    /** The address as the provider knows it; if that holds a secret, its host and a fingerprint. */
    address: text("address").notNull(),
    /** The sender's further data, sealed by the vault. */
    sealedSecret: text("sealed_secret"),
    language: text("language", { enum: LANGUAGES }).notNull(),
    tells: text("tells", { enum: CONTACT_SCOPES }).notNull(),
    /** The rooms that they are called for; empty for all. */
    spaces: textArray("spaces").notNull().default(sql`'{}'`),
    /** The hash of the question's link, which agrees, and stops the messages at any time. */
    tokenHash: bytes("token_hash").notNull(),
    confirmedAt: moment("confirmed_at"),
    /** When they declined, or stopped the messages. */
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
