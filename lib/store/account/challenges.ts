import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { signInChallenges } from "../../../schema/tables/sign-in.ts";
import type { SignInFacts } from "../../domain/account/plan-sign-in.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { insertSelect } from "../insert-select.ts";
import { enqueueFrom } from "../outgoing/enqueue.ts";
import { secretHash } from "../secret-hash.ts";
import { nameLock, underLock } from "../under-lock.ts";
import { isKnown } from "./code-waits.ts";

export type NewChallenge = {
  id: string;
  email: string;
  /** The caller as limits count them. */
  ipBucket: string;
  network: string | null;
  sealedCode: string;
  linkToken: string;
  challengeToken: string;
  mail: SealedMessage;
  now: Date;
  /** Challenges made after this count towards the limits. */
  countedSince: Date;
  expiresAt: Date;
};

/**
 * Null where the mail is on its way or the address had its share; else since when this caller has had theirs.
 * Earlier challenges stay as they are: whoever asks for somebody else's address ends nothing of theirs.
 * Callers whose address nobody tells share one count: it holds up newcomers alone, and does not show, so that
 * nobody can shut members out or learn who is one.
 */
export async function addChallenge(db: Db, challenge: NewChallenge): Promise<{ fullSince: Date } | null> {
  const { id, email, ipBucket, sealedCode, mail } = challenge;
  const row = {
    id,
    email,
    ip: ipBucket,
    sealedCode,
    linkHash: await secretHash(challenge.linkToken),
    challengeHash: await secretHash(challenge.challengeToken),
    expiresAt: challenge.expiresAt,
    createdAt: challenge.now,
  };
  const made = insertSelect(signInChallenges, row, sql`from allowed returning id`);
  const lock = nameLock([`sign-in address ${email}`, `sign-in caller ${ipBucket}`]);
  const isUntold = sql`${challenge.network === null}::boolean`;
  const verdict = await underLock<{ caller_is_full: boolean; oldest: string | null }>(
    db,
    lock,
    sql`
      with recent as (
        select count(*) filter (where email = ${email}) as of_address,
          count(*) filter (where ip = ${ipBucket}) as of_caller,
          count(*) filter (where email = ${email} and ip = ${ipBucket}) as of_pair,
          min(created_at) filter (where ip = ${ipBucket}) as oldest
        from sign_in_challenges where created_at > ${challenge.countedSince.toISOString()}::timestamptz
          and (email = ${email} or ip = ${ipBucket})),
      allowed as (
        select from recent where of_pair < ${LIMITS.signInPerPairPerHour}::bigint
          and (of_address < ${LIMITS.signInPerAddressPerHour}::bigint
            or ${isKnown(email, challenge.network, challenge.now)})
          and (of_caller < ${LIMITS.signInPerIpPerHour}::bigint or ${isUntold} and exists (
            select from users where email = ${email}))),
      made as (${made}),
      queued as (${enqueueFrom("made", mail, challenge.now)})
      select of_caller >= ${LIMITS.signInPerIpPerHour}::bigint and not ${isUntold} as caller_is_full, oldest
      from recent`,
  );
  return verdict?.caller_is_full && verdict.oldest !== null ? { fullSince: new Date(verdict.oldest) } : null;
}

export type OpenChallenge = { id: string; sealedCode: string; facts: SignInFacts };

export type OpenRow = {
  id: string;
  sealed_code: string;
  email: string;
  user_id: string | null;
  homes: string[];
};

/** What of a challenge and its address is needed to sign in, read from the CTE `challenge`. */
export const openChallenge = sql`
  select challenge.id, challenge.sealed_code, challenge.email, person.id as user_id,
    coalesce((select json_agg(home.household_id order by home.created_at, home.household_id)
      from memberships home where home.user_id = person.id), '[]') as homes
  from challenge left join users person on person.email = challenge.email`;

/** Selects what `openChallenge` needs of a challenge that is unused, unexpired and meets the condition. */
export const selectOpen = (condition: SQL | undefined, now: Date) =>
  draft
    .select({
      id: signInChallenges.id,
      email: signInChallenges.email,
      sealedCode: signInChallenges.sealedCode,
    })
    .from(signInChallenges)
    .where(and(condition, isNull(signInChallenges.usedAt), gt(signInChallenges.expiresAt, now)));

/** Finds a challenge by its link's token, however many wrong codes there were; null where none is open. */
export async function findLinkChallenge(db: Db, token: string, now: Date): Promise<OpenChallenge | null> {
  const challenge = selectOpen(eq(signInChallenges.linkHash, await secretHash(token)), now);
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<OpenRow>(sql`with challenge as ${challenge} ${openChallenge}`),
  );
  return rows[0] === undefined ? null : toOpenChallenge(rows[0]);
}

export const toOpenChallenge = (row: OpenRow): OpenChallenge => ({
  id: row.id,
  sealedCode: row.sealed_code,
  facts: { email: row.email, userId: row.user_id, homes: row.homes },
});
