import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CHANNELS, OUTBOX_STATES, RECEIPTS, SENDING_SCOPES, SPENDINGS } from "../vocabulary.ts";
import { bytes, moment, textArray } from "./columns.ts";
import { homeContacts } from "./contact.ts";
import { householdId, users } from "./household.ts";

/**
 * Messages to send, written in the same commit as the reason for them. Frozen: a retry sends the same text under the
 * same idempotency key (the row's id).
 */
export const outbox = pgTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    /** Null for mail that belongs to no home, such as a sign-in. */
    householdId: text("household_id"),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    recipient: text("recipient").notNull(),
    /** One message for each transition, channel and recipient, however often it is decided. */
    dedupeKey: text("dedupe_key").notNull(),
    /** The message's kind, such as `sign_in`: safe to show and to group by. */
    kind: text("kind").notNull(),
    /** `{subject, text, html, …}`, sealed by the vault, because a message may hold a link that grants access. */
    sealedMessage: text("sealed_message").notNull(),
    /** Critical messages are sent before all others. */
    isCritical: boolean("is_critical").notNull().default(false),
    /**
     * Whose turn the message takes in the queue, if not its home's or recipient's: new homes and newcomers of one
     * network take turns as one.
     */
    turnOf: text("turn_of"),
    /** The message's alerts; later news about all of them makes it pointless. */
    alertIds: textArray("alert_ids").notNull().default(sql`'{}'`),
    state: text("state", { enum: OUTBOX_STATES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull(),
    /** When a sender last took it. */
    attemptedAt: moment("attempted_at"),
    leaseUntil: moment("lease_until"),
    /** The provider's id of the message, and its last error. */
    providerId: text("provider_id"),
    lastError: text("last_error"),
    /** The provider's later report; null if there is none, or none yet. */
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

/** The spendings of each limit's subject in an hour (`2026-11-21T09`), day or month (`2026-11`), UTC. */
export const sendingCounts = pgTable(
  "sending_counts",
  {
    /** A channel, or an action that costs something. */
    channel: text("channel", { enum: SPENDINGS }).notNull(),
    scope: text("scope", { enum: SENDING_SCOPES }).notNull(),
    /** The id of a home or user, an address, a network or a class; empty for the whole installation. */
    subject: text("subject").notNull(),
    period: text("period").notNull(),
    sent: integer("sent").notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.scope, table.subject, table.period] })],
);

/** How far a host or the mail provider is ahead of its pace, and until when it is paused. */
export const hostPace = pgTable("host_pace", {
  /** The unit that the provider counts by: a host, a provider as a whole, or the hash of an address there. */
  host: text("host").primaryKey(),
  /** When the next message would be due if none had been sent ahead. */
  nextAt: moment("next_at").notNull(),
  /** The pause that its own answer asked for; null for none. */
  pausedUntil: moment("paused_until"),
});

/** The link in a message: opens the page of its alerts for the one recipient. */
export const alertLinks = pgTable("alert_links", {
  tokenHash: bytes("token_hash").primaryKey(),
  householdId: householdId(),
  /** A member; null for a person without an account. */
  userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
  contactId: text("contact_id").references(() => homeContacts.id, { onDelete: "cascade" }),
  alertIds: textArray("alert_ids").notNull(),
  expiresAt: moment("expires_at").notNull(),
});

/** Addresses that want no more invitations: from one home, or from any if `home` is empty. */
export const declinedInvitations = pgTable(
  "declined_invitations",
  {
    email: text("email").notNull(),
    home: text("home").notNull(),
    declinedAt: moment("declined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.home] })],
);
