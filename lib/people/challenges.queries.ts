import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { signInChallenges, signInFailures } from "../../schema/tables/sign-in.ts";
import { LANGUAGES, type Language } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { secretHash } from "../kernel/secret-hash.queries.ts";
import { insertSelect, queryBuilder } from "../kernel/statements.queries.ts";
import { nameLock, underLock } from "../kernel/under-lock.queries.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { type CodeCaller, isKnown, nextTryAt } from "./sign-in.queries.ts";
import type { SignInFacts, SignInSubject } from "./sign-in.ts";

/** `language` is the person's; the first one for whoever is new. */
export type OpenChallenge = {
  id: string;
  sealedCode: string;
  facts: SignInFacts;
  needsPasskey: boolean;
  language: Language;
};

type OpenRow = {
  id: string;
  sealed_code: string;
  email: string;
  user_id: string | null;
  homes: string[];
  blocked_for: string | null;
  needs_passkey: boolean;
  language: Language | null;
};

/** What of a challenge and its address is needed to sign in, read from the CTE `challenge`. */
const openChallenge = sql`
  select challenge.id, challenge.sealed_code, challenge.email, person.id as user_id,
    coalesce(person.passkey_required, false) as needs_passkey, person.language,
    person.blocked_for, coalesce((select json_agg(home.household_id order by home.created_at, home.household_id)
      from memberships home where home.user_id = person.id), '[]') as homes
  from challenge left join users person on person.email = challenge.email`;

/** Selects what `openChallenge` needs of a challenge that is unused, unexpired and meets the condition. */
const selectOpen = (condition: SQL | undefined, now: Date) =>
  queryBuilder
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

/** The address and the home that an open link leads to, the one that `openChallenge` puts first; null where none is open. */
export async function findLinkSubject(db: Db, token: string, now: Date): Promise<SignInSubject | null> {
  const challenge = selectOpen(eq(signInChallenges.linkHash, await secretHash(token)), now);
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<SignInSubject>(sql`
      with challenge as ${challenge}
      select challenge.email, (
        select home.name from users person join memberships member on member.user_id = person.id
        join households home on home.id = member.household_id where person.email = challenge.email
        order by member.created_at, member.household_id limit 1) as home
      from challenge`),
  );
  return rows[0] ?? null;
}

const toOpenChallenge = (row: OpenRow): OpenChallenge => ({
  id: row.id,
  sealedCode: row.sealed_code,
  facts: { email: row.email, userId: row.user_id, blockedFor: row.blocked_for, homes: row.homes },
  needsPasskey: row.needs_passkey,
  language: row.language ?? LANGUAGES[0],
});

/** `none`: there is no such challenge, or no try of its code is left. */
type CodeTry = { is: "open"; challenge: OpenChallenge } | { is: "wait"; until: Date } | { is: "none" };

type TryRow = Partial<OpenRow> & { is_tried: boolean; until: string | null };

/**
 * Takes one of the tries of the challenge, and counts it as a wrong code before anyone judges it: a thousand
 * guesses at once are still no more than the limits. What was right is taken back when the sign-in is
 * committed.
 */
export async function takeCodeTry(db: Db, caller: CodeCaller & { challengeToken: string }): Promise<CodeTry> {
  const { email, network } = caller;
  const now = sql.param(caller.now, signInFailures.at);
  const open = selectOpen(
    and(
      eq(signInChallenges.challengeHash, await secretHash(caller.challengeToken)),
      eq(signInChallenges.email, email),
      lt(signInChallenges.wrongCodes, PEOPLE_LIMITS.signInCodeTriesMax),
    ),
    caller.now,
  );
  const tried = insertSelect(
    signInFailures,
    {
      challengeId: sql`open.id`,
      email: sql`open.email`,
      network,
      known: sql`caller.is_known`,
      at: caller.now,
    },
    sql`from open, caller, next where until is null or until <= ${now}::timestamptz returning challenge_id`,
  );
  const row = await underLock<TryRow>(
    db,
    nameLock([`sign-in address ${email}`, `sign-in network ${network ?? "unknown"}`]),
    sql`
      with open as ${open},
      caller as (select ${isKnown(email, network, caller.now)} as is_known),
      next as (select ${nextTryAt(caller)} as until from open),
      tried as (${tried}),
      counted as (
        update sign_in_challenges set wrong_codes = wrong_codes + 1 from tried where id = tried.challenge_id),
      challenge as (select open.* from open, tried)
      select found.*, exists (select from tried) as is_tried, (select until from next) as until
      from (select 1) one left join (${openChallenge}) found on true`,
  );
  if (row?.is_tried) return { is: "open", challenge: toOpenChallenge(row as OpenRow) };
  return row?.until == null ? { is: "none" } : { is: "wait", until: new Date(row.until) };
}
