import { and, desc, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { companionRefreshTokens, companionSessions } from "../../../schema/tables/companion.ts";
import { households, memberships } from "../../../schema/tables/household.ts";
import { users } from "../../../schema/tables/user.ts";
import type { Plan } from "../../../schema/vocabulary.ts";
import type { Member } from "../../domain/account/member.ts";
import type { TokenFacts } from "../../domain/companion/judge-tokens.ts";
import type { TokenPair } from "../../domain/companion/tokens.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { secretHash } from "../secret-hash.ts";

export type FoundCompanion = Omit<Member, "plan" | "provedAt"> & {
  plan: Plan;
  trialEndsAt: Date | null;
  tokens: TokenFacts;
  /** What the refresh token was changed for, in the vault's form. */
  sealedSuccessor: string | null;
};

const SESSION = {
  sessionId: companionSessions.id,
  userId: companionSessions.userId,
  householdId: companionSessions.householdId,
  email: users.email,
  role: memberships.role,
  plan: households.plan,
  trialEndsAt: households.trialEndsAt,
  accessExpiresAt: companionSessions.accessExpiresAt,
  endsAt: companionSessions.endsAt,
  refreshExpiresAt: companionRefreshTokens.expiresAt,
  spentAt: companionRefreshTokens.spentAt,
  sealedSuccessor: companionRefreshTokens.sealedSuccessor,
};

/**
 * The session of a good access token, else that of the refresh token, else of the expired access token. Null
 * for tokens that nobody knows, and at once where the membership is gone.
 */
export async function findCompanion(db: Db, tokens: TokenPair, now: Date): Promise<FoundCompanion | null> {
  const refreshHash = await secretHash(tokens.refreshToken);
  const isAccess = eq(companionSessions.accessHash, await secretHash(tokens.accessToken));
  const isGood = sql`${isAccess} and ${companionSessions.accessExpiresAt} > ${now.toISOString()}::timestamptz`;
  const given = alias(companionRefreshTokens, "given");
  const presented = draft.select({ id: given.sessionId }).from(given).where(eq(given.tokenHash, refreshHash));
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ ...SESSION, accessIsOwn: sql<boolean>`${isAccess}` })
      .from(companionSessions)
      .innerJoin(users, eq(users.id, companionSessions.userId))
      .innerJoin(
        memberships,
        and(
          eq(memberships.userId, companionSessions.userId),
          eq(memberships.householdId, companionSessions.householdId),
        ),
      )
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
  if (found === undefined) return null;
  const { accessIsOwn, accessExpiresAt, endsAt, refreshExpiresAt, spentAt, ...session } = found;
  const refresh = refreshExpiresAt === null ? null : { expiresAt: refreshExpiresAt, spentAt };
  return { ...session, tokens: { accessIsOwn, accessExpiresAt, endsAt, refresh } };
}
