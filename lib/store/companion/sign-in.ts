import { sql } from "drizzle-orm";
import { companionRefreshTokens, companionSessions } from "../../../schema/tables/companion.ts";
import type { PairTimes, TokenPair } from "../../domain/companion/tokens.ts";
import { type SignInBase, signInWith } from "../account/sign-in.ts";
import type { Db } from "../db.ts";
import { insertSelect } from "../insert-select.ts";
import { secretHash } from "../secret-hash.ts";

export type CompanionSignInCommit = SignInBase & {
  sessionId: string;
  deviceLabel: string;
  pair: TokenPair;
  times: PairTimes;
  endsAt: Date;
};

/** A phone's session; the household that it looks at, null where the challenge was used meanwhile. */
export async function commitCompanionSignIn(
  db: Db,
  { pair, times, ...commit }: CompanionSignInCommit,
): Promise<string | null> {
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
      lastUsedAt: commit.now,
      endsAt: commit.endsAt,
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
