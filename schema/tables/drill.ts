import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CHANNELS, DRILL_SKIPS } from "../vocabulary.ts";
import { bytes, moment, pgTable } from "./columns.ts";
import { homeContacts } from "./home-contact.ts";
import { householdId } from "./household.ts";
import { users } from "./user.ts";

/** A marked test of everything that a critical alert would be sent by. It is no alert, and moves none. */
export const drills = pgTable(
  "drills",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    createdAt: moment("created_at").notNull(),
    /** Its links work until then. */
    expiresAt: moment("expires_at").notNull(),
    /** TriedSensor[], as lib/emergency/try-sensors.ts has them. */
    sensors: jsonb("sensors").notNull().default(sql`'[]'`),
  },
  (table) => [index("drills_household").on(table.householdId, table.createdAt)],
);

/** One contact of a drill: a member's, or somebody's outside the home. */
export const drillMessages = pgTable(
  "drill_messages",
  {
    /** The message's own id in the outbox, also where none was sent. */
    id: text("id").primaryKey(),
    householdId: householdId(),
    drillId: text("drill_id")
      .notNull()
      .references(() => drills.id, { onDelete: "cascade" }),
    /** Whose it is: one of both, for as long as there is such a person. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    contactId: text("contact_id").references(() => homeContacts.id, { onDelete: "cascade" }),
    place: integer("place").notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    recipient: text("recipient").notNull(),
    /** Why nothing was sent; null where something was. */
    skipped: text("skipped", { enum: DRILL_SKIPS }),
    /** Of the link; null where nothing was sent. */
    tokenHash: bytes("token_hash"),
    tappedAt: moment("tapped_at"),
  },
  (table) => [
    uniqueIndex("drill_messages_token").on(table.tokenHash),
    index("drill_messages_drill").on(table.drillId),
    index("drill_messages_contact").on(table.contactId),
    index("drill_messages_user").on(table.userId),
    index("drill_messages_tapped").on(table.recipient, table.channel).where(sql`tapped_at is not null`),
  ],
);
