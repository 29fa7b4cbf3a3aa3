import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { MOODS } from "../vocabulary.ts";
import { bytes, goesWith, moment } from "./columns.ts";
import { householdId, users } from "./household.ts";

/** A phone that is signed in: one family of tokens. It ends by being deleted. */
export const companionSessions = pgTable(
  "companion_sessions",
  {
    id: text("id").primaryKey(),
    userId: goesWith("user_id", () => users.id),
    householdId: householdId(),
    /** The hash of the one access token that is good now. */
    accessHash: bytes("access_hash").notNull(),
    accessExpiresAt: moment("access_expires_at").notNull(),
    deviceLabel: text("device_label").notNull(),
    /** The caller's address at the sign-in; null where the platform does not tell it. */
    openedFrom: text("opened_from"),
    /** The country of that address by ISO 3166, as the platform tells it; null where it does not. */
    openedCountry: text("opened_country"),
    /** Moved with the tokens, so that an ordinary call writes nothing. */
    lastUsedAt: moment("last_used_at").notNull(),
    /** However often its tokens are renewed. */
    endsAt: moment("ends_at").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("companion_sessions_access_hash").on(table.accessHash),
    index("companion_sessions_user").on(table.userId),
  ],
);

/**
 * Every refresh token of a family until it would have expired: a spent one that comes again is known as such.
 */
export const companionRefreshTokens = pgTable(
  "companion_refresh_tokens",
  {
    tokenHash: bytes("token_hash").primaryKey(),
    sessionId: goesWith("session_id", () => companionSessions.id),
    expiresAt: moment("expires_at").notNull(),
    /** When it was changed for the next pair; null for the one that is good now. */
    spentAt: moment("spent_at"),
    /** That next pair in the vault's form, for calls that set out with this token at the same time. */
    sealedSuccessor: text("sealed_successor"),
  },
  (table) => [index("companion_refresh_tokens_session").on(table.sessionId)],
);

export const pucks = pgTable(
  "pucks",
  {
    /** Burnt into the hardware. Anybody may register it; a finished claim binds it to one household. */
    deviceId: text("device_id").notNull(),
    householdId: householdId(),
    /** Sealed in the vault's form, not hashed: an HMAC is checked with the secret itself. */
    sealedSecret: text("sealed_secret").notNull(),
    bayId: text("bay_id"),
    registeredAt: moment("registered_at").notNull(),
    /** When a claim was first finished here; null while it is merely registered. */
    boundAt: moment("bound_at"),
  },
  (table) => [
    primaryKey({ columns: [table.householdId, table.deviceId] }),
    uniqueIndex("pucks_bound").on(table.deviceId).where(sql`bound_at is not null`),
  ],
);

/** Nonces, and what the hourly limit counts; so they outlive the puck. */
export const puckClaims = pgTable(
  "puck_claims",
  {
    nonceHash: bytes("nonce_hash").primaryKey(),
    householdId: householdId(),
    deviceId: text("device_id").notNull(),
    /** Wrong signatures so far. */
    wrongTries: integer("wrong_tries").notNull().default(0),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
    /** Voided by a newer nonce, a new secret, a release or too many wrong signatures. */
    voidedAt: moment("voided_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("puck_claims_household").on(table.householdId, table.createdAt),
    index("puck_claims_device").on(table.deviceId),
  ],
);

/**
 * A place with a mood. Its id may be chosen by the caller, so it is the household's own and nobody else's.
 */
export const bays = pgTable(
  "bays",
  {
    householdId: householdId(),
    bayId: text("bay_id").notNull(),
    name: text("name").notNull(),
    /** Whose sensors make its mood; null for the whole home's. */
    space: text("space"),
    moodOverride: text("mood_override", { enum: MOODS }),
    /** Null for an override that lasts until it is cleared. */
    overrideUntil: moment("override_until"),
    updatedAt: moment("updated_at").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.householdId, table.bayId] })],
);
