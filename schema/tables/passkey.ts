import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, goesWith, moment, textArray } from "./columns.ts";
import { users } from "./user.ts";

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
