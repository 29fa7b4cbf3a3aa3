import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CHANNELS, OUTBOX_STATES, RECEIPTS, SENDING_SCOPES, SPENDINGS } from "../vocabulary.ts";
import { bytes, moment, textArray } from "./columns.ts";
import { homeContacts } from "./contact.ts";
import { householdId, users } from "./household.ts";

/**
 * What is to be sent, written in the same commit as the reason for it. Frozen: a retry sends the same text
 * under the same idempotency key (the row's id).
 */
export const outbox = pgTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    /** Null for mail that belongs to no home, such as a sign-in. */
    householdId: text("household_id"),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    recipient: text("recipient").notNull(),
    /** One message a transition, channel and recipient, however often it is decided. */
    dedupeKey: text("dedupe_key").notNull(),
    /** What it is about, such as `sign_in`: safe to show and to count by. */
    kind: text("kind").notNull(),
    /** `{subject, text, html, …}` in the vault's form: a message may carry a link that opens something. */
    sealedMessage: text("sealed_message").notNull(),
    /** Critical news is sent before everything else. */
    isCritical: boolean("is_critical").notNull().default(false),
    /**
     * Whose turn it takes in the queue, where that is not its home's or recipient's own: young homes and newcomers of
     * one network take turns as one.
     */
    turnOf: text("turn_of"),
    /** The alerts that it is about; later news of all of them makes it pointless. */
    alertIds: textArray("alert_ids").notNull().default(sql`'{}'`),
    state: text("state", { enum: OUTBOX_STATES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull(),
    /** When a sender last took it. */
    attemptedAt: moment("attempted_at"),
    leaseUntil: moment("lease_until"),
    /** The provider's id of the message, or what it said against it. */
    providerId: text("provider_id"),
    lastError: text("last_error"),
    /** What the provider reported later; null if it reports nothing, or hasn't yet. */
    receipt: text("receipt", { enum: RECEIPTS }),
    receiptAt: moment("receipt_at"),
    createdAt: moment("created_at").notNull(),
    settledAt: moment("settled_at"),
  },
  (table) => [
    uniqueIndex("outbox_dedupe_key").on(table.dedupeKey),
    index("outbox_due").on(table.state, table.nextAttemptAt),
    index("outbox_household").on(table.householdId, table.createdAt),
    index("outbox_provider_id").on(table.providerId).where(sql`provider_id is not null`),
    index("outbox_ringing").on(table.createdAt).where(sql`receipt = 'ringing'`),
  ],
);

/** What was spent in an hour (`2026-11-21T09`), day or month (`2026-11`), UTC, by what it is capped by. */
export const sendingCounts = pgTable(
  "sending_counts",
  {
    /** A channel, or an act that costs something. */
    channel: text("channel", { enum: SPENDINGS }).notNull(),
    scope: text("scope", { enum: SENDING_SCOPES }).notNull(),
    /** A home's or user's id, an address, a network or a class; empty for the whole installation. */
    subject: text("subject").notNull(),
    period: text("period").notNull(),
    sent: integer("sent").notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.scope, table.subject, table.period] })],
);

/** How far ahead of its pace a host or the mail's provider is, and until when it takes none. */
export const hostPace = pgTable("host_pace", {
  /** A host, a provider that has one for all, or one address there as a hash: whatever the provider counts by. */
  host: text("host").primaryKey(),
  /** When the next message may be handed over, had none been sent ahead. */
  nextAt: moment("next_at").notNull(),
  /** Its own answer; null where it has asked for no pause. */
  pausedUntil: moment("paused_until"),
});

/** The link in a message: opens the page of its alerts for the one person it was written to. */
export const alertLinks = pgTable("alert_links", {
  tokenHash: bytes("token_hash").primaryKey(),
  householdId: householdId(),
  /** A member; null for somebody without an account. */
  userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
  contactId: text("contact_id").references(() => homeContacts.id, { onDelete: "cascade" }),
  alertIds: textArray("alert_ids").notNull(),
  expiresAt: moment("expires_at").notNull(),
});

/** Addresses that want no more invitations, from one home or, where `home` is empty, from any. */
export const declinedInvitations = pgTable(
  "declined_invitations",
  {
    email: text("email").notNull(),
    home: text("home").notNull(),
    declinedAt: moment("declined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.home] })],
);
