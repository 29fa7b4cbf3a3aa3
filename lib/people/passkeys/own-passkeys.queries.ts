import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { passkeys, recoveryCodes } from "../../../schema/tables/passkey.ts";
import { users } from "../../../schema/tables/user.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { isoTime, queryBuilder } from "../../kernel/statements.queries.ts";
import { hexBytes } from "../../kernel/text.ts";
import { PEOPLE_LIMITS } from "../limits.ts";
import type { SignInFacts } from "../sign-in.ts";
import type { Credential, KnownKey } from "./passkey.ts";

export type PasskeyItem = {
  id: string;
  name: string;
  backed_up: boolean;
  created_at: string;
  last_used_at: string | null;
};

/** A person's own, the newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyItem[]> {
  return await db("repeatable", (queries) =>
    queries
      .select({
        id: passkeys.id,
        name: passkeys.name,
        backed_up: passkeys.backedUp,
        created_at: isoTime(passkeys.createdAt),
        last_used_at: isoTime(passkeys.lastUsedAt),
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(desc(passkeys.createdAt), passkeys.id),
  );
}

export type PasskeyRule = { required: boolean; recovery_codes_left: number };

/** Of the person of `users`. */
export const UNUSED = and(eq(recoveryCodes.userId, users.id), isNull(recoveryCodes.usedAt));

/** Null for somebody who is gone. */
export async function findPasskeyRule(db: Db, userId: string): Promise<PasskeyRule | null> {
  const [rule] = await db("repeatable", (queries) =>
    queries
      .select({
        required: users.passkeyRequired,
        recovery_codes_left: sql<number>`${queryBuilder.$count(recoveryCodes, UNUSED)}`.mapWith(Number),
      })
      .from(users)
      .where(eq(users.id, userId)),
  );
  return rule ?? null;
}

export async function credentialsOf(db: Db, userId: string): Promise<Credential[]> {
  return await db("repeatable", (queries) =>
    queries
      .select({ credentialId: passkeys.credentialId, transports: passkeys.transports })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(passkeys.createdAt, passkeys.id)
      .limit(PEOPLE_LIMITS.passkeysMax),
  );
}

export type FoundPasskey = { id: string; key: KnownKey; facts: SignInFacts & { userId: string } };

/** What a signature is checked with, and whom it lets in; null for one that nobody has. */
export async function findPasskey(db: Db, credentialId: string): Promise<FoundPasskey | null> {
  const homes = sql<
    string[]
  >`coalesce((select json_agg(home.household_id order by home.created_at, home.household_id)
    from memberships home where home.user_id = ${passkeys.userId}), '[]')`;
  const [row] = await db("repeatable", (queries) =>
    queries
      .select({
        id: passkeys.id,
        userId: passkeys.userId,
        email: users.email,
        blockedFor: users.blockedFor,
        key: sql<string>`encode(${passkeys.publicKey}, 'hex')`,
        signatures: passkeys.signatures,
        homes,
      })
      .from(passkeys)
      .innerJoin(users, eq(users.id, passkeys.userId))
      .where(eq(passkeys.credentialId, credentialId)),
  );
  if (row === undefined) return null;
  const { id, userId, email, blockedFor, key, signatures } = row;
  return {
    id,
    key: { credentialId, publicKey: hexBytes(key), signatures },
    facts: { email, userId, blockedFor, homes: row.homes },
  };
}
