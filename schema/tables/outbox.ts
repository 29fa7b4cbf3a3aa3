import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CHANNELS, OUTBOX_STATES, RECEIPTS } from "../vocabulary.ts";
import { moment, textArray } from "./columns.ts";

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
