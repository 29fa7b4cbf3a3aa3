import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { companionRefreshTokens, companionSessions } from "../../schema/tables/companion.ts";
import { households, memberships, users } from "../../schema/tables/household.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { HOLDER, isMembership } from "../people/sessions.queries.ts";
import { type SignInBase, signInWith } from "../people/sign-in.queries.ts";
import { companionSessionEnd, pairTimes, type TokenPair } from "./claim.ts";
import { PUCK_LIMITS } from "./limits.ts";

const SESSION = {
  sessionId: companionSessions.id,
  userId: companionSessions.userId,
  householdId: companionSessions.householdId,
  ...HOLDER,
  accessExpiresAt: companionSessions.accessExpiresAt,
  endsAt: companionSessions.endsAt,
  refreshExpiresAt: companionRefreshTokens.expiresAt,
  spentAt: companionRefreshTokens.spentAt,
  /** The pair that replaced the spent refresh token, sealed. */
  sealedSuccessor: companionRefreshTokens.sealedSuccessor,
};

export type FoundCompanion = NonNullable<Awaited<ReturnType<typeof findCompanion>>>;

/**
 * Finds the session of a valid access token, else of the refresh token, else of an expired access token. Null for
 * unknown tokens, and as soon as the membership has ended.
 */
export async function findCompanion(db: Db, tokens: TokenPair, now: Date) {
  const refreshHash = await secretHash(tokens.refreshToken);
  const isAccess = eq(companionSessions.accessHash, await secretHash(tokens.accessToken));
  const isGood = sql`${isAccess} and ${companionSessions.accessExpiresAt} > ${now.toISOString()}::timestamptz`;
  const given = alias(companionRefreshTokens, "given");
  const presented = queryBuilder
    .select({ id: given.sessionId })
    .from(given)
    .where(eq(given.tokenHash, refreshHash));
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ ...SESSION, accessIsOwn: sql<boolean>`${isAccess}` })
      .from(companionSessions)
      .innerJoin(users, eq(users.id, companionSessions.userId))
      .innerJoin(memberships, isMembership(companionSessions))
      .innerJoin(households, eq(households.id, companionSessions.householdId))
      .leftJoin(
        companionRefreshTokens,
        and(
          eq(companionRefreshTokens.sessionId, companionSessions.id),
          eq(companionRefreshTokens.tokenHash, refreshHash),
        ),
      )
      .where(or(isAccess, eq(companionSessions.id, presented)))
      .orderBy(desc(sql`(${isGood})`), sql`${companionRefreshTokens.tokenHash} nulls last`)
      .limit(1),
  );
  return found ?? null;
}

type Renewal = {
  sessionId: string;
  spent: string;
  pair: TokenPair;
  sealedSuccessor: string;
  now: Date;
};

/**
 * Exchanges a refresh token for a new pair. Returns false if another call was first, since a token can be spent only
 * once. A retry that finds its own change also returns false; its pair is in the stored successor.
 */
export async function renewTokens(db: Db, { sessionId, ...renewal }: Renewal): Promise<boolean> {
  const { now } = renewal;
  const times = pairTimes(now);
  const tokens = companionRefreshTokens;
  const ofSession = eq(tokens.sessionId, sessionId);
  const isChanged = sql`exists (select from session)`;
  const spent = queryBuilder
    .update(tokens)
    .set({ spentAt: now, sealedSuccessor: renewal.sealedSuccessor })
    .where(
      and(
        eq(tokens.tokenHash, await secretHash(renewal.spent)),
        ofSession,
        isNull(tokens.spentAt),
        gt(tokens.expiresAt, now),
      ),
    )
    .returning({ sessionId: tokens.sessionId });
  const session = queryBuilder
    .update(companionSessions)
    .set({
      accessHash: await secretHash(renewal.pair.accessToken),
      lastUsedAt: now,
      accessExpiresAt: times.accessExpiresAt,
    })
    .where(and(eq(companionSessions.id, sessionId), sql`exists (select from spent)`))
    .returning({ id: companionSessions.id });
  const issued = insertSelect(
    tokens,
    {
      tokenHash: await secretHash(renewal.pair.refreshToken),
      sessionId,
      expiresAt: times.refreshExpiresAt,
    },
    sql`from session`,
  );
  const graceBegan = new Date(now.getTime() - PUCK_LIMITS.companionGraceSeconds * 1_000);
  const forgotten = queryBuilder
    .update(tokens)
    .set({ sealedSuccessor: null })
    .where(
      and(
        ofSession,
        isNotNull(tokens.sealedSuccessor),
        gt(tokens.expiresAt, now),
        lt(tokens.spentAt, graceBegan),
        isChanged,
      ),
    );
  const pruned = queryBuilder.delete(tokens).where(and(ofSession, lte(tokens.expiresAt, now), isChanged));
  const rows = await db.query(sql`
    with spent as ${spent}, session as ${session}, issued as (${issued}),
    forgotten as ${forgotten}, pruned as ${pruned}
    select id from session`);
  return rows.length > 0;
}

type CompanionSignInCommit = SignInBase & {
  sessionId: string;
  deviceLabel: string;
  country: string | null;
  pair: TokenPair;
};

/** Opens a phone's session and returns its home's id; null if the challenge has been used meanwhile. */
export async function commitCompanionSignIn(db: Db, { pair, ...commit }: CompanionSignInCommit) {
  const times = pairTimes(commit.now);
  const session = insertSelect(
    companionSessions,
    {
      id: commit.sessionId,
      userId: sql`person.id`,
      householdId: sql`place.household_id`,
      accessHash: await secretHash(pair.accessToken),
      accessExpiresAt: times.accessExpiresAt,
      deviceLabel: commit.deviceLabel,
      openedFrom: commit.ip,
      openedCountry: commit.country,
      lastUsedAt: commit.now,
      endsAt: companionSessionEnd(commit.now),
      createdAt: commit.now,
    },
    sql`from person, place returning id, household_id`,
  );
  const issued = insertSelect(
    companionRefreshTokens,
    {
      tokenHash: await secretHash(pair.refreshToken),
      sessionId: sql`id`,
      expiresAt: times.refreshExpiresAt,
    },
    sql`from session`,
  );
  return await signInWith(db, commit, sql`session as (${session}), issued as (${issued})`);
}
