import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { signInChallenges } from "../../schema/tables/sign-in.ts";
import { countCharges, underCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { enqueueFrom } from "../outbox/enqueue.queries.ts";
import type { SealedMessage } from "../outbox/message.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import type { SignInFacts } from "./sign-in.ts";

/** A person who asks to sign in. `network` is null if the caller's address is unknown. */
type Asker = { email: string; network: string | null; now: Date };

/** Tells if the email address has recently signed in from that network. */
const isKnown = (email: SQL, network: string | null, now: Date): SQL<boolean> => sql`exists (
  select from sign_in_challenges earlier where earlier.email = ${email} and earlier.used_network = ${network}
    and earlier.used_at > ${now.toISOString()}::timestamptz - ${PEOPLE_LIMITS.signInKnownDays}::integer * interval '1 day')`;

/** Tells if the email address has an account, and if it has recently signed in from that network. */
export async function findAsker(db: Db, { email, network, now }: Asker) {
  const [asker] = await db.query<{ isUser: boolean; isKnown: boolean }>(sql`
    select exists (select from users where email = ${email}) as "isUser",
      ${isKnown(sql`${email}`, network, now)} as "isKnown"`);
  return asker ?? { isUser: false, isKnown: false };
}

/** An unused, unexpired challenge. `home` is the name of the home that it opens; null if a new home will be created. */
export type OpenChallenge = SignInFacts & {
  id: string;
  sealedCode: string;
  isKnown: boolean;
  home: string | null;
};

/** Finds an open challenge by its link's token, or null. Wrong codes don't invalidate the link. */
export const findLinkChallenge = async (db: Db, token: string, now: Date): Promise<OpenChallenge | null> =>
  await findOpen(db, eq(signInChallenges.linkHash, await secretHash(token)), null, now);

/** Finds the open challenge of a browser for an email address, or null once no tries of its code are left. */
export async function findCodeChallenge(
  db: Db,
  { challengeToken, email, network, now }: Asker & { challengeToken: string },
): Promise<OpenChallenge | null> {
  const isTheirs = and(
    eq(signInChallenges.challengeHash, await secretHash(challengeToken)),
    eq(signInChallenges.email, email),
    lt(signInChallenges.wrongCodes, PEOPLE_LIMITS.signInCodeTriesMax),
  );
  return await findOpen(db, isTheirs, network, now);
}

/** Selects the ids of a person's homes, in the order of joining. */
export const homesOf = (userId: SQL): SQL<string[]> => sql`coalesce((
  select json_agg(home.household_id order by home.created_at, home.household_id)
  from memberships home where home.user_id = ${userId}), '[]')`;

async function findOpen(db: Db, which: SQL | undefined, network: string | null, now: Date) {
  const [found = null] = await db.query<OpenChallenge>(sql`
    with challenge as ${selectOpen(which, now)}
    select challenge.id, challenge.sealed_code as "sealedCode", challenge.email, person.id as "userId",
      ${isKnown(sql`challenge.email`, network, now)} as "isKnown", ${homesOf(sql`person.id`)} as homes,
      (select name from households where id = ${homesOf(sql`person.id`)}->>0) as home
    from challenge left join users person on person.email = challenge.email`);
  return found;
}

const selectOpen = (condition: SQL | undefined, now: Date) =>
  queryBuilder
    .select({
      id: signInChallenges.id,
      email: signInChallenges.email,
      sealedCode: signInChallenges.sealedCode,
    })
    .from(signInChallenges)
    .where(and(condition, isNull(signInChallenges.usedAt), gt(signInChallenges.expiresAt, now)));

/**
 * Takes one try of the challenge, and counts it as a wrong code before the code is checked, so that a thousand
 * concurrent guesses can't exceed the limits. A successful sign-in takes its count back.
 */
export async function takeCodeTry(db: Db, challengeId: string, charges: readonly Charge[]) {
  const { wrongCodes } = signInChallenges;
  const tried = queryBuilder
    .update(signInChallenges)
    .set({ wrongCodes: sql`${wrongCodes} + 1` })
    .where(
      and(
        eq(signInChallenges.id, challengeId),
        lt(wrongCodes, PEOPLE_LIMITS.signInCodeTriesMax),
        sql`exists (select from affordable)`,
      ),
    )
    .returning({ id: signInChallenges.id });
  const { row, full } = await underCharges<{ is_taken: boolean }>(
    db,
    charges,
    sql`tried as ${tried}, counted as (${countCharges("tried")})`,
    { select: sql`exists (select from tried) as is_taken` },
  );
  return { isTaken: row?.is_taken ?? false, full };
}

type NewChallenge = Pick<
  typeof signInChallenges.$inferInsert,
  "id" | "email" | "sealedCode" | "expiresAt" | "createdAt"
> & { linkToken: string; challengeToken: string; mail: SealedMessage };

/**
 * Adds a challenge and queues its mail, unless one of `charges` is full. Earlier challenges stay valid, so that nobody
 * can end another person's. Returns the first full one of `told`, which the caller may learn of: these limits reveal
 * nothing about the address.
 */
export async function addChallenge(
  db: Db,
  { linkToken, challengeToken, mail, ...challenge }: NewChallenge,
  { charges, told }: { charges: readonly Charge[]; told: readonly Charge[] },
): Promise<Charge | null> {
  const linkHash = await secretHash(linkToken);
  const row = { ...challenge, linkHash, challengeHash: await secretHash(challengeToken) };
  const made = insertSelect(signInChallenges, row, sql`from affordable returning id`);
  const { full } = await underCharges(
    db,
    charges,
    sql`made as (${made}), counted as (${countCharges("made")}),
      queued as (${enqueueFrom("made", mail, challenge.createdAt)})`,
    { told },
  );
  return full;
}
