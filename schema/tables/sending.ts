import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { SENDING_SCOPES, SPENDINGS } from "../vocabulary.ts";
import { bytes, moment, textArray } from "./columns.ts";
import { homeContacts } from "./home-contact.ts";
import { householdId } from "./household.ts";
import { users } from "./user.ts";

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
