import { sql } from "drizzle-orm";
import type { Plan, Role } from "../../../schema/vocabulary.ts";
import type { Member } from "../../domain/account/member.ts";
import type { TokenFacts } from "../../domain/companion/judge-tokens.ts";
import type { TokenPair } from "../../domain/companion/tokens.ts";
import { dateOf } from "../date-of.ts";
import type { Db } from "../db.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

export type FoundCompanion = Omit<Member, "plan" | "provedAt"> & {
  plan: Plan;
  trialEndsAt: Date | null;
  tokens: TokenFacts;
  /** What the refresh token was changed for, in the vault's form. */
  sealedSuccessor: string | null;
};

type Row = {
  session_id: string;
  user_id: string;
  household_id: string;
  email: string;
  role: Role;
  plan: Plan;
  trial_ends_at: string | null;
  access_is_own: boolean;
  access_expires_at: string;
  ends_at: string;
  refresh_expires_at: string | null;
  spent_at: string | null;
  sealed_successor: string | null;
};

/**
 * The session of a good access token, else that of the refresh token, else of the expired access token. Null
 * for tokens that nobody knows, and at once where the membership is gone.
 */
export async function findCompanion(db: Db, tokens: TokenPair, now: Date): Promise<FoundCompanion | null> {
  const access = sql`${byteaText(await secretHash(tokens.accessToken))}::bytea`;
  const refresh = sql`${byteaText(await secretHash(tokens.refreshToken))}::bytea`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select session.id as session_id, session.user_id, session.household_id, person.email, membership.role,
        home.plan, home.trial_ends_at, session.access_hash = ${access} as access_is_own,
        session.access_expires_at, session.ends_at, token.expires_at as refresh_expires_at, token.spent_at,
        token.sealed_successor
      from companion_sessions session
      join users person on person.id = session.user_id
      join memberships membership
        on membership.user_id = session.user_id and membership.household_id = session.household_id
      join households home on home.id = session.household_id
      left join companion_refresh_tokens token
        on token.session_id = session.id and token.token_hash = ${refresh}
      where session.access_hash = ${access}
        or session.id = (select session_id from companion_refresh_tokens where token_hash = ${refresh})
      order by (session.access_hash = ${access}
        and session.access_expires_at > ${now.toISOString()}::timestamptz) desc, token.token_hash nulls last
      limit 1`),
  );
  return rows[0] === undefined ? null : foundCompanion(rows[0]);
}

const foundCompanion = (row: Row): FoundCompanion => ({
  sessionId: row.session_id,
  userId: row.user_id,
  householdId: row.household_id,
  email: row.email,
  role: row.role,
  plan: row.plan,
  trialEndsAt: dateOf(row.trial_ends_at),
  tokens: {
    accessIsOwn: row.access_is_own,
    accessExpiresAt: new Date(row.access_expires_at),
    endsAt: new Date(row.ends_at),
    refresh:
      row.refresh_expires_at === null
        ? null
        : { expiresAt: new Date(row.refresh_expires_at), spentAt: dateOf(row.spent_at) },
  },
  sealedSuccessor: row.sealed_successor,
});
