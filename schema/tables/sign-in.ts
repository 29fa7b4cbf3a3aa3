import { bigint, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { ROLES } from "../vocabulary.ts";
import { bytes, goesWith, moment, textArray } from "./columns.ts";
import { householdId, users } from "./household.ts";

/**
 * One mail of a link and a code. Either opens once; wrong codes are counted until the code, but not the link,
 * is void.
 */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    id: text("id").primaryKey(),
    /** Lower case; nobody need have an account under it yet. */
    email: text("email").notNull(),
    /** Sealed in the vault's form: six digits behind a plain hash would be guessed in a second. */
    sealedCode: text("sealed_code").notNull(),
    linkHash: bytes("link_hash").notNull(),
    /**
     * The hash of what the asking browser or app was given: the code opens only together with it. Null where
     * none may.
     */
    challengeHash: bytes("challenge_hash"),
    /** Tries of the code, counted before they are judged; the right one uses the challenge up. */
    wrongCodes: integer("wrong_codes").notNull().default(0),
    usedAt: moment("used_at"),
    /** The network from where it was used, an IPv4 /24 or an IPv6 /48: the address is at home there. */
    usedNetwork: text("used_network"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("sign_in_challenges_link_hash").on(table.linkHash),
    uniqueIndex("sign_in_challenges_challenge_hash").on(table.challengeHash),
    index("sign_in_challenges_email").on(table.email, table.createdAt),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: goesWith("user_id", () => users.id),
    /** The session's home; the role is read from the membership at every request. */
    householdId: householdId(),
    tokenHash: bytes("token_hash").notNull(),
    userAgent: text("user_agent").notNull(),
    /** The caller's address at the sign-in; null where the platform does not tell it. */
    openedFrom: text("opened_from"),
    /** The country of that address by ISO 3166, as the platform tells it; null where it does not. */
    openedCountry: text("opened_country"),
    /** Moved at most once an hour, so that reading a page writes nothing. */
    lastUsedAt: moment("last_used_at").notNull(),
    /** When it last proved the address since it began; null where the sign-in is its only proof. */
    provedAt: moment("proved_at"),
    /** The passkey that opened it, with which it ends; null where mail did. */
    passkeyId: text("passkey_id"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("sessions_token_hash").on(table.tokenHash),
    index("sessions_user").on(table.userId),
  ],
);

export const invitations = pgTable(
  "invitations",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    invitedBy: goesWith("invited_by", () => users.id),
    acceptedAt: moment("accepted_at"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("invitations_household_email").on(table.householdId, table.email),
    index("invitations_email").on(table.email),
  ],
);

/** A key pair that a person's phone, computer or security key keeps (WebAuthn): here is its public half. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    userId: goesWith("user_id", () => users.id),
    /** What the authenticator calls it, in base64url. */
    credentialId: text("credential_id").notNull(),
    /** As COSE has it. */
    publicKey: bytes("public_key").notNull(),
    /** The greatest count of signatures that was seen; 0 where the authenticator counts none. */
    signatures: bigint("signatures", { mode: "number" }).notNull(),
    /** How browsers reach it, such as `internal` or `usb`. */
    transports: textArray("transports").notNull(),
    name: text("name").notNull(),
    lastUsedAt: moment("last_used_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("passkeys_credential_id").on(table.credentialId),
    index("passkeys_user").on(table.userId),
  ],
);

/** Challenges that an authenticator has answered: the same answer opens nothing again. */
export const usedPasskeyChallenges = pgTable(
  "used_passkey_challenges",
  {
    challengeHash: bytes("challenge_hash").primaryKey(),
    /** The challenge is refused by its own time from then on. */
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("used_passkey_challenges_expires").on(table.expiresAt)],
);
