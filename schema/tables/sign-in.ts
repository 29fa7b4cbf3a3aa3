import { bigint, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { ROLES } from "../vocabulary.ts";
import { bytes, goesWith, moment, textArray } from "./columns.ts";
import { householdId, users } from "./household.ts";

/** A mail with a link and a code. Either works once. Too many wrong codes void the code, but not the link. */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    id: text("id").primaryKey(),
    /** Lower case. The address may not have an account yet. */
    email: text("email").notNull(),
    /** Sealed by the vault: a plain hash of six digits would be guessed in a second. */
    sealedCode: text("sealed_code").notNull(),
    linkHash: bytes("link_hash").notNull(),
    /**
     * The hash of the challenge given to the browser or app that asked; the code only works with it. Null: no code
     * works.
     */
    challengeHash: bytes("challenge_hash"),
    /** Attempts with the code, counted before they are checked. The right code uses the challenge up. */
    wrongCodes: integer("wrong_codes").notNull().default(0),
    usedAt: moment("used_at"),
    /** The network that used it, an IPv4 /24 or IPv6 /48, and so is known for this address. */
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
    /** The session's home. The role is read from the membership at every request. */
    householdId: householdId(),
    tokenHash: bytes("token_hash").notNull(),
    userAgent: text("user_agent").notNull(),
    /** The caller's address at sign-in; null if the platform doesn't state it. */
    openedFrom: text("opened_from"),
    /** The ISO 3166 country of that address; null if the platform doesn't state it. */
    openedCountry: text("opened_country"),
    /** Updated at most once an hour, so that most requests write nothing. */
    lastUsedAt: moment("last_used_at").notNull(),
    /** When the person last confirmed their identity in this session; null if only at sign-in. */
    provedAt: moment("proved_at"),
    /** The passkey that opened it; removing that ends the session. Null if a mail opened it. */
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

/** The public half of a key pair in a person's phone, computer or security key (WebAuthn). */
export const passkeys = pgTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    userId: goesWith("user_id", () => users.id),
    /** The authenticator's id for it, in base64url. */
    credentialId: text("credential_id").notNull(),
    /** In COSE format. */
    publicKey: bytes("public_key").notNull(),
    /** The highest signature count seen; 0 if the authenticator doesn't count. */
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

/** Challenges that an authenticator has answered, so that an answer works only once. */
export const usedPasskeyChallenges = pgTable(
  "used_passkey_challenges",
  {
    challengeHash: bytes("challenge_hash").primaryKey(),
    /** From then on the challenge is refused because of its age. */
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("used_passkey_challenges_expires").on(table.expiresAt)],
);
