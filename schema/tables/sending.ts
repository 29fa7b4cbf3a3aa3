import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { CHANNELS, SENDING_SCOPES } from "../vocabulary.ts";
import { bytes, moment, textArray } from "./columns.ts";
import { householdId } from "./household.ts";
import { users } from "./user.ts";

/** Messages sent in a day (`2026-11-21`) or month (`2026-11`), UTC, by what they are capped by. */
export const sendingCounts = pgTable(
  "sending_counts",
  {
    channel: text("channel", { enum: CHANNELS }).notNull(),
    scope: text("scope", { enum: SENDING_SCOPES }).notNull(),
    /** A home's or user's id or an address; empty for the whole installation. */
    subject: text("subject").notNull(),
    period: text("period").notNull(),
    sent: integer("sent").notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.scope, table.subject, table.period] })],
);

/** When a provider that takes so many messages a second may be handed the next one. */
export const sendingPace = pgTable("sending_pace", {
  channel: text("channel", { enum: CHANNELS }).primaryKey(),
  nextAt: moment("next_at").notNull(),
});

/** The link in a message: opens the page of its alerts for the person it was written to. */
export const alertLinks = pgTable("alert_links", {
  tokenHash: bytes("token_hash").primaryKey(),
  householdId: householdId(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
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
