import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CHANNELS } from "../vocabulary.ts";
import { goesWith, moment } from "./columns.ts";
import { users } from "./user.ts";

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
