import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { passkeys } from "../../../schema/tables/passkey.ts";
import { users } from "../../../schema/tables/user.ts";
import { type Db, underLock, userLock } from "../../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../../kernel/statements.queries.ts";
import { hexBytes } from "../../kernel/text.ts";
import { enqueueFrom } from "../../messages/enqueue.queries.ts";
import type { SealedMessage } from "../../messages/message.ts";
import { logFrom } from "../activity.queries.ts";
import type { ActivityEntry } from "../activity.ts";
import { PEOPLE_LIMITS } from "../limits.ts";
import { takeChallenge } from "../proofs.queries.ts";
import type { SignInFacts } from "../sign-in.ts";
import type { Credential, KnownKey, Registered } from "./passkey.ts";

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

/** What a change of somebody's ways in leaves behind: a line of the home's activity, and a mail to them. */
export type Change = { userId: string; entry: ActivityEntry; mail: SealedMessage };

const mailed = ({ entry, mail }: Change): SQL => sql`
  logged as (${logFrom("changed", entry)}), queued as (${enqueueFrom("changed", mail, entry.at)})`;

type NewPasskey = Change & {
  id: string;
  name: string;
  registered: Registered;
  challengeHash: Uint8Array;
  expiresAt: Date;
};

type AddVerdict = "added" | "used" | "known" | "full";

type AddRow = { is_fresh: boolean; is_known: boolean; is_made: boolean };

/** `used`: the challenge was answered before. `known`: somebody has that passkey already. */
export async function addPasskey(db: Db, wish: NewPasskey): Promise<AddVerdict> {
  const { id, userId, name, registered, entry } = wish;
  const count = queryBuilder.$count(passkeys, eq(passkeys.userId, userId));
  const made = insertSelect(
    passkeys,
    { id, userId, name, ...registered, createdAt: entry.at },
    sql`from fresh where ${count} < ${PEOPLE_LIMITS.passkeysMax}::bigint
      on conflict (credential_id) do nothing returning id`,
  );
  const row = await underLock<AddRow>(
    db,
    userLock(userId),
    sql`
      with fresh as (${takeChallenge(wish.challengeHash, wish.expiresAt)}), changed as (${made}), ${mailed(wish)}
      select exists (select from fresh) as is_fresh, exists (select from changed) as is_made,
        exists (select from passkeys where credential_id = ${registered.credentialId}) as is_known`,
  );
  if (row?.is_made) return "added";
  if (!row?.is_fresh) return "used";
  return row.is_known ? "known" : "full";
}

/** False where it is not theirs. */
export async function renamePasskey(
  db: Db,
  { userId, id, name, entry }: Pick<Change, "userId" | "entry"> & { id: string; name: string },
): Promise<boolean> {
  const changed = queryBuilder
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  const rows = await db.mutate(
    sql`with changed as ${changed}, logged as (${logFrom("changed", entry)}) select 1 from changed`,
  );
  return rows.length > 0;
}

type WithSessions = {
  /** The session that asks, which stays. */
  sessionId: string;
  /** True if every other session and phone of the person ends as well. */
  endOthers: boolean;
};

type Removed = { ended: number };

/** With every session that it opened and, where wished, all others but the one that asks; null where it is not theirs. */
export async function removePasskey(
  db: Db,
  wish: Change & WithSessions & { id: string },
): Promise<Removed | null> {
  const { id, userId, sessionId, endOthers } = wish;
  const changed = queryBuilder
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  const rows = await db.mutate<Removed>(sql`
    with changed as ${changed},
    browsers as (delete from sessions where user_id = ${userId} and id <> ${sessionId} and exists (select from changed)
      and (${endOthers}::boolean or passkey_id = ${id}) returning id),
    phones as (delete from companion_sessions where user_id = ${userId} and ${endOthers}::boolean
      and exists (select from changed) returning id),
    ended as (select id from browsers union all select id from phones),
    ${mailed(wish)}
    select (select count(*) from ended)::integer as ended from changed`);
  return rows[0] ?? null;
}
