import { sql } from "drizzle-orm";
import type { PairTimes, TokenPair } from "../../domain/companion/tokens.ts";
import { type SignInBase, signInWith } from "../account/sign-in.ts";
import type { Db } from "../db.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

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
  const access = byteaText(await secretHash(pair.accessToken));
  const refresh = byteaText(await secretHash(pair.refreshToken));
  const at = sql`${commit.now.toISOString()}::timestamptz`;
  const opening = sql`
    session as (
      insert into companion_sessions (id, user_id, household_id, access_hash, access_expires_at, device_label,
        last_used_at, ends_at, created_at)
      select ${commit.sessionId}, person.id, place.household_id, ${access}::bytea,
        ${times.accessExpiresAt.toISOString()}::timestamptz, ${commit.deviceLabel}, ${at},
        ${commit.endsAt.toISOString()}::timestamptz, ${at}
      from person, place returning id, household_id),
    issued as (
      insert into companion_refresh_tokens (token_hash, session_id, expires_at)
      select ${refresh}::bytea, id, ${times.refreshExpiresAt.toISOString()}::timestamptz from session)`;
  return await signInWith(db, commit, opening);
}
