import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { users } from "../../../schema/tables/household.ts";
import { passkeys } from "../../../schema/tables/sign-in.ts";
import type { PasskeyMade } from "../../../schema/wire/account/passkeys.ts";
import { type Db, underLock, userLock } from "../../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../../kernel/statements.queries.ts";
import { hexBytes } from "../../kernel/text.ts";
import { enqueueFrom } from "../../outbox/enqueue.queries.ts";
import type { SealedMessage } from "../../outbox/message.ts";
import { logFrom } from "../activity.queries.ts";
import type { ActivityEntry } from "../activity.ts";
import { homesOf } from "../challenges.queries.ts";
import { PEOPLE_LIMITS } from "../limits.ts";
import { signInLock } from "../sign-in.queries.ts";
import type { Registered } from "./ports.ts";

/** Lists a person's passkeys, newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyMade["passkey"][]> {
  return await db("repeatable", (queries) =>
    queries
      .select({
        id: passkeys.id,
        name: passkeys.name,
        created_at: isoTime(passkeys.createdAt),
        last_used_at: isoTime(passkeys.lastUsedAt),
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(desc(passkeys.createdAt), passkeys.id),
  );
}

export const credentialsOf = (db: Db, userId: string) =>
  db("repeatable", (queries) =>
    queries
      .select({ credentialId: passkeys.credentialId, transports: passkeys.transports })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(passkeys.createdAt, passkeys.id)
      .limit(PEOPLE_LIMITS.passkeysMax),
  );

/** Returns a credential's key, which verifies signatures, and its person's facts; null if nobody has the credential. */
export async function findPasskey(db: Db, credentialId: string) {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        id: passkeys.id,
        key: sql<string>`encode(${passkeys.publicKey}, 'hex')`,
        signatures: passkeys.signatures,
        facts: {
          email: users.email,
          userId: passkeys.userId,
          homes: homesOf(sql`${passkeys.userId}`),
        },
      })
      .from(passkeys)
      .innerJoin(users, eq(users.id, passkeys.userId))
      .where(eq(passkeys.credentialId, credentialId)),
  );
  if (found === undefined) return null;
  const { id, key, signatures, facts } = found;
  return { id, key: { credentialId, publicKey: hexBytes(key), signatures }, facts };
}

/** The traces of a change to a person's passkeys: an entry in the home's activity, and a mail to the person. */
export type Change = { userId: string; entry: ActivityEntry; mail: SealedMessage };

const mailed = ({ entry, mail }: Change): SQL => sql`
  logged as (${logFrom("changed", entry)}), queued as (${enqueueFrom("changed", mail, entry.at)})`;

type NewPasskey = Change & { id: string; name: string; registered: Registered };

export async function addPasskey(db: Db, wish: NewPasskey) {
  const { id, userId, name, registered, entry } = wish;
  const count = queryBuilder.$count(passkeys, eq(passkeys.userId, userId));
  const made = insertSelect(
    passkeys,
    { id, userId, name, ...registered, createdAt: entry.at },
    sql`where ${count} < ${PEOPLE_LIMITS.passkeysMax}::bigint on conflict (credential_id) do nothing returning id`,
  );
  const row = await underLock<{ is_made: boolean; is_known: boolean }>(
    db,
    userLock(userId),
    sql`
      with changed as (${made}), ${mailed(wish)}
      select exists (select from changed) as is_made,
        exists (select from passkeys where credential_id = ${registered.credentialId}) as is_known`,
  );
  if (row?.is_made) return "added";
  return row?.is_known ? "passkey_known" : "too_many_passkeys";
}

/** `sessionId` is the current session, which stays. `endOthers`: end all other sessions of the person, phones too. */
type Removal = Change & { id: string; sessionId: string; endOthers: boolean };

/**
 * Deletes a passkey with the other sessions that it opened, after any sign-in with it that is under way. Returns false if
 * the passkey isn't this person's.
 */
export async function removePasskey(db: Db, wish: Removal): Promise<boolean> {
  const { id, userId, sessionId, endOthers } = wish;
  const changed = queryBuilder
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  const statement = sql`
    with changed as ${changed},
    browsers as (delete from sessions using changed where sessions.user_id = ${userId} and sessions.id <> ${sessionId}
      and (${endOthers}::boolean or passkey_id = changed.id)),
    phones as (delete from companion_sessions using changed where user_id = ${userId} and ${endOthers}::boolean),
    ${mailed(wish)}
    select id from changed`;
  return (await underLock(db, signInLock(wish.mail.recipient), statement)) !== undefined;
}
