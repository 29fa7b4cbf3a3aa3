import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { signInChallenges } from "../../schema/tables/sign-in.ts";
import { LANGUAGES, type Language } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { secretHash } from "../kernel/secret-hash.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import type { SignInFacts, SignInSubject } from "./sign-in.ts";

/** `language` is the person's; the first one for whoever is new. */
export type OpenChallenge = {
  id: string;
  sealedCode: string;
  facts: SignInFacts;
  needsPasskey: boolean;
  language: Language;
};

export type OpenRow = {
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
export const openChallenge = sql`
  select challenge.id, challenge.sealed_code, challenge.email, person.id as user_id,
    coalesce(person.passkey_required, false) as needs_passkey, person.language,
    person.blocked_for, coalesce((select json_agg(home.household_id order by home.created_at, home.household_id)
      from memberships home where home.user_id = person.id), '[]') as homes
  from challenge left join users person on person.email = challenge.email`;

/** Selects what `openChallenge` needs of a challenge that is unused, unexpired and meets the condition. */
export const selectOpen = (condition: SQL | undefined, now: Date) =>
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

export const toOpenChallenge = (row: OpenRow): OpenChallenge => ({
  id: row.id,
  sealedCode: row.sealed_code,
  facts: { email: row.email, userId: row.user_id, blockedFor: row.blocked_for, homes: row.homes },
  needsPasskey: row.needs_passkey,
  language: row.language ?? LANGUAGES[0],
});
