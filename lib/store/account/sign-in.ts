import { type SQL, sql } from "drizzle-orm";
import type { SignInPlan } from "../../domain/account/plan-sign-in.ts";
import type { ActivityAction } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

/** What signing in makes true, whatever kind of session it opens. */
export type SignInBase = {
  challengeId: string;
  plan: SignInPlan;
  newUserId: string;
  newHome: { id: string; name: string; trialEndsAt: Date | null };
  ip: string | null;
  /** The address is at home there from now on. */
  network: string | null;
  now: Date;
};

export type SignInCommit = SignInBase & {
  session: { id: string; token: string; tokenHint: string; userAgent: string; expiresAt: Date };
  /** Of the cookie that came along: its session ends, so that nobody else may know the new one. */
  oldToken: string | null;
};

/** A browser's session; the household that it looks at, else null. */
export async function commitSignIn(db: Db, commit: SignInCommit): Promise<string | null> {
  const ended = await endOldSession(commit.oldToken);
  return await signInWith(db, commit, sql`ended as (${ended}), session as (${await newSession(commit)})`);
}

/**
 * Uses the challenge up and, only where this call did, makes the user or the home, and what
 * `opening` says: CTEs after `taken`, `person` and `place`, of which `session` gives id and household_id.
 */
export async function signInWith(db: Db, commit: SignInBase, opening: SQL): Promise<string | null> {
  const { plan, newHome } = commit;
  const at = sql`${commit.now.toISOString()}::timestamptz`;
  const statement = sql`
    with taken as (
      update sign_in_challenges set used_at = ${at}, used_network = ${commit.network}, sealed_code = ''
      where id = ${commit.challengeId} and used_at is null and expires_at > ${at} returning id, email),
    forgiven as (delete from sign_in_failures using taken where challenge_id = taken.id),
    person as (
      insert into users (id, email, created_at) select ${commit.newUserId}, email, ${at} from taken
      on conflict (email) do update set email = excluded.email returning id),
    home as (
      insert into households (id, name, plan, trial_ends_at, created_at)
      select ${newHome.id}, ${newHome.name}, 'free', ${newHome.trialEndsAt?.toISOString() ?? null}::timestamptz, ${at}
      from taken where ${plan.newHome}::boolean returning id),
    joined as (
      insert into memberships (household_id, user_id, role, created_at)
      select home.id, person.id, 'owner', ${at} from home, person returning household_id),
    place as (
      select household_id from (
        select household_id from joined
        union all select membership.household_id from memberships membership, person
          where membership.user_id = person.id and membership.household_id = ${plan.householdId}) mine
      order by household_id <> ${plan.householdId} limit 1),
    ${opening},
    ${logged("home_log", commit, "household_created", sql`home.id as household_id, home.id as subject from home`)},
    ${logged("session_log", commit, "signed_in", sql`session.household_id, session.id as subject from session`)}
    select household_id from session`;
  const { rows } = await db("once", (queries) => queries.execute<{ household_id: string }>(statement));
  return rows[0]?.household_id ?? null;
}

const endOldSession = async (oldToken: string | null): Promise<SQL> =>
  oldToken === null
    ? sql`select 1`
    : sql`delete from sessions using taken where token_hash = ${byteaText(await secretHash(oldToken))}::bytea`;

async function newSession({ session, now }: SignInCommit): Promise<SQL> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    insert into sessions
      (id, user_id, household_id, token_hash, token_hint, user_agent, last_used_at, expires_at, created_at)
    select ${session.id}, person.id, place.household_id, ${byteaText(await secretHash(session.token))}::bytea,
      ${session.tokenHint}, ${session.userAgent}, ${at}, ${session.expiresAt.toISOString()}::timestamptz, ${at}
    from person, place returning id, household_id`;
}

/** An entry for every row of `source`: whose home and who it is about is known only inside the statement. */
const logged = (name: string, { now, ip }: SignInBase, action: ActivityAction, source: SQL): SQL => sql`
  ${sql.identifier(name)} as (
    insert into activity (household_id, at, actor_type, actor_id, action, subject, details, ip)
    select source.household_id, ${now.toISOString()}::timestamptz, 'user', person.id, ${action}, source.subject,
      '{}'::jsonb, ${ip}
    from (select ${source}) source, person)`;
