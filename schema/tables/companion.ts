import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { MOODS } from "../vocabulary.ts";
import { bytes, goesWith, moment } from "./columns.ts";
import { householdId, users } from "./household.ts";

/** A signed-in phone with its family of tokens. Signing out deletes the row. */
export const companionSessions = pgTable(
  "companion_sessions",
  {
    id: text("id").primaryKey(),
    userId: goesWith("user_id", () => users.id),
    householdId: householdId(),
    /** The hash of the only valid access token. */
    accessHash: bytes("access_hash").notNull(),
    accessExpiresAt: moment("access_expires_at").notNull(),
    deviceLabel: text("device_label").notNull(),
    /** The caller's address at sign-in; null if the platform doesn't state it. */
    openedFrom: text("opened_from"),
    /** The ISO 3166 country of that address; null if the platform doesn't state it. */
    openedCountry: text("opened_country"),
    /** Updated only when the tokens are renewed, so that an ordinary call writes nothing. */
    lastUsedAt: moment("last_used_at").notNull(),
    /** When the session ends, however often its tokens are renewed. */
    endsAt: moment("ends_at").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("companion_sessions_access_hash").on(table.accessHash),
    index("companion_sessions_user").on(table.userId),
  ],
);

/** Every refresh token of a family, kept until it would have expired, so that reuse of a spent one is noticed. */
export const companionRefreshTokens = pgTable(
  "companion_refresh_tokens",
  {
    tokenHash: bytes("token_hash").primaryKey(),
    sessionId: goesWith("session_id", () => companionSessions.id),
    expiresAt: moment("expires_at").notNull(),
    /** When it was exchanged for the next pair; null for the valid one. */
    spentAt: moment("spent_at"),
    /** The next pair of tokens, sealed by the vault, for concurrent calls that sent the same token. */
    sealedSuccessor: text("sealed_successor"),
  },
  (table) => [index("companion_refresh_tokens_session").on(table.sessionId)],
);

export const pucks = pgTable(
  "pucks",
  {
    /** The id in the hardware. Anybody may register it; finishing a claim binds it to one household. */
    deviceId: text("device_id").notNull(),
    householdId: householdId(),
    /** Sealed by the vault, not hashed, because checking an HMAC needs the secret itself. */
    sealedSecret: text("sealed_secret").notNull(),
    bayId: text("bay_id"),
    registeredAt: moment("registered_at").notNull(),
    /** When a claim was first finished here; null while it is only registered. */
    boundAt: moment("bound_at"),
  },
  (table) => [
    primaryKey({ columns: [table.householdId, table.deviceId] }),
    uniqueIndex("pucks_bound").on(table.deviceId).where(sql`bound_at is not null`),
  ],
);

/** Nonces of claims. The hourly limit counts them, so they outlive the puck. */
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
    /** When a newer nonce, a new secret, a release or too many wrong signatures voided it. */
    voidedAt: moment("voided_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("puck_claims_household").on(table.householdId, table.createdAt),
    index("puck_claims_device").on(table.deviceId),
  ],
);

/** A place with a mood. The caller may choose its id, so an id is unique only within the household. */
export const bays = pgTable(
  "bays",
  {
    householdId: householdId(),
    bayId: text("bay_id").notNull(),
    name: text("name").notNull(),
    /** The space whose sensors determine the mood; null for the whole home. */
    space: text("space"),
    moodOverride: text("mood_override", { enum: MOODS }),
    /** Null for an override that lasts until it is cleared. */
    overrideUntil: moment("override_until"),
    updatedAt: moment("updated_at").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.householdId, table.bayId] })],
);
