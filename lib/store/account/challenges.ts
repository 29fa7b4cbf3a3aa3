import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { SignInFacts } from "../../domain/account/plan-sign-in.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import type { Db } from "../db.ts";
import { enqueueFrom } from "../outgoing/enqueue.ts";
import { byteaText, secretHash } from "../secret-hash.ts";
import { nameLock, underLock } from "../under-lock.ts";

export type NewChallenge = {
  id: string;
  email: string;
  /** As limits count the caller. */
  ipBucket: string;
  sealedCode: string;
  linkToken: string;
  mail: SealedMessage;
  now: Date;
  /** Challenges made after this count towards the limits. */
  countedSince: Date;
  expiresAt: Date;
};

/** Null where the mail is on its way or the address had its share; else since when this caller has had theirs. */
export async function addChallenge(db: Db, challenge: NewChallenge): Promise<{ fullSince: Date } | null> {
  const { id, email, ipBucket, sealedCode, mail } = challenge;
  const now = challenge.now.toISOString();
  const linkHash = byteaText(await secretHash(challenge.linkToken));
  const lock = nameLock([`sign-in address ${email}`, `sign-in caller ${ipBucket}`]);
  const row = await underLock<{ caller_is_full: boolean; oldest: string | null }>(
    db,
    lock,
    sql`
      with recent as (
        select count(*) filter (where email = ${email}) as of_address,
          count(*) filter (where ip = ${ipBucket}) as of_caller,
          min(created_at) filter (where ip = ${ipBucket}) as oldest
        from sign_in_challenges where created_at > ${challenge.countedSince.toISOString()}::timestamptz
          and (email = ${email} or ip = ${ipBucket})),
      allowed as (
        select from recent where of_address < ${LIMITS.signInPerAddressPerHour}::bigint
          and of_caller < ${LIMITS.signInPerIpPerHour}::bigint),
      voided as (
        update sign_in_challenges set used_at = ${now}::timestamptz from allowed
        where email = ${email} and used_at is null),
      made as (
        insert into sign_in_challenges (id, email, ip, sealed_code, link_hash, expires_at, created_at)
        select ${id}, ${email}, ${ipBucket}, ${sealedCode}, ${linkHash}::bytea,
          ${challenge.expiresAt.toISOString()}::timestamptz, ${now}::timestamptz
        from allowed returning id),
      queued as (${enqueueFrom("made", mail, challenge.now)})
      select of_caller >= ${LIMITS.signInPerIpPerHour}::bigint as caller_is_full, oldest from recent`,
  );
  return row?.caller_is_full && row.oldest !== null ? { fullSince: new Date(row.oldest) } : null;
}

export type OpenChallenge = { id: string; sealedCode: string; facts: SignInFacts };

type OpenRow = {
  id: string;
  sealed_code: string;
  email: string;
  user_id: string | null;
  homes: string[];
};

/** What of a challenge and its address is needed to sign in, read from the CTE `challenge`. */
const openChallenge = sql`
  select challenge.id, challenge.sealed_code, challenge.email, person.id as user_id,
    coalesce((select json_agg(home.household_id order by home.created_at, home.household_id)
      from memberships home where home.user_id = person.id), '[]') as homes
  from challenge left join users person on person.email = challenge.email`;

/**
 * Takes one of the tries of the address's open challenge, before anyone judges the code: a thousand guesses at
 * once are still no more than the limit. Null where there is none, or no try left.
 */
export async function takeCodeTry(db: Db, email: string, now: Date): Promise<OpenChallenge | null> {
  const { rows } = await db("once", (queries) =>
    queries.execute<OpenRow>(sql`
      with challenge as (
        update sign_in_challenges set wrong_codes = wrong_codes + 1
        where email = ${email} and used_at is null and expires_at > ${now.toISOString()}::timestamptz
          and wrong_codes < ${LIMITS.signInCodeTriesMax}::integer
        returning id, email, sealed_code)
      ${openChallenge}`),
  );
  return rows[0] === undefined ? null : toOpenChallenge(rows[0]);
}

/** By the link's token; null where it opens nothing (any more). Changes nothing. */
export async function findLinkChallenge(db: Db, token: string, now: Date): Promise<OpenChallenge | null> {
  const linkHash = byteaText(await secretHash(token));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<OpenRow>(sql`
      with challenge as (
        select id, email, sealed_code from sign_in_challenges
        where link_hash = ${linkHash}::bytea and used_at is null
          and expires_at > ${now.toISOString()}::timestamptz
          and wrong_codes < ${LIMITS.signInCodeTriesMax}::integer)
      ${openChallenge}`),
  );
  return rows[0] === undefined ? null : toOpenChallenge(rows[0]);
}

const toOpenChallenge = (row: OpenRow): OpenChallenge => ({
  id: row.id,
  sealedCode: row.sealed_code,
  facts: { email: row.email, userId: row.user_id, homes: row.homes },
});
