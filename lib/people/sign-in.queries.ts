import { and, eq, type SQL, sql } from "drizzle-orm";
import { activity } from "../../schema/tables/activity.ts";
import { households, memberships } from "../../schema/tables/household.ts";
import { sessions } from "../../schema/tables/sign-in.ts";
import { users } from "../../schema/tables/user.ts";
import type { ActivityAction, Language, Plan } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { type Proof, takenBy } from "./proofs.queries.ts";
import { CODE_BUDGETS, type CodeBudgetName, type SignInPlan, waitsOf } from "./sign-in.ts";

export type NewHome = { id: string; name: string; plan: Plan; trialEndsAt: Date | null };

/** What signing in makes true, whatever kind of session it opens. */
export type SignInBase = {
  proof: Proof;
  plan: SignInPlan;
  newUserId: string;
  newHome: NewHome;
  ip: string | null;
  /** The address is at home there from now on. */
  network: string | null;
  /** Of an account that is new. */
  language: Language;
  now: Date;
};

type SignInCommit = SignInBase & {
  session: {
    id: string;
    token: string;
    tokenHint: string;
    userAgent: string;
    country: string | null;
    expiresAt: Date;
  };
  /** The token of the cookie that came along: its session ends, so that nobody else may know the new one. */
  oldToken: string | null;
};

/** A browser's session and its household, else null. */
export async function commitSignIn(db: Db, commit: SignInCommit): Promise<string | null> {
  const ended = await endOldSession(commit.oldToken);
  return await signInWith(db, commit, sql`ended as (${ended}), session as (${await newSession(commit)})`);
}

/**
 * Uses up the proof and, only if this call did, creates the user or the home, and adds `opening`: CTEs after
 * `taken`, `person` and `place`, of which `session` gives id and household_id.
 */
export async function signInWith(db: Db, commit: SignInBase, opening: SQL): Promise<string | null> {
  const { plan, newHome } = commit;
  const { now: createdAt } = commit;
  const person = insertSelect(
    users,
    { id: commit.newUserId, email: sql`email`, language: commit.language, createdAt },
    sql`from taken on conflict (email) do update set email = excluded.email
      where users.blocked_for is null returning id`,
  );
  const home = insertSelect(
    households,
    {
      id: newHome.id,
      name: newHome.name,
      plan: newHome.plan,
      trialEndsAt: newHome.trialEndsAt,
      openedNetwork: commit.network,
      createdAt,
    },
    sql`from person where ${plan.newHome}::boolean returning id`,
  );
  const joined = insertSelect(
    memberships,
    { householdId: sql`home.id`, userId: sql`person.id`, role: "owner", createdAt },
    sql`from home, person returning household_id`,
  );
  const statement = sql`
    with ${takenBy(commit.proof, commit)},
    person as (${person}), home as (${home}), joined as (${joined}),
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
  const rows = await db.mutate<{ household_id: string }>(statement);
  return rows[0]?.household_id ?? null;
}

async function endOldSession(oldToken: string | null): Promise<SQL> {
  if (oldToken === null) return sql`select 1`;
  const isOld = eq(sessions.tokenHash, await secretHash(oldToken));
  return queryBuilder.delete(sessions).where(and(isOld, sql`exists (select from taken)`)).getSQL();
}

async function newSession({ session, proof, ip, now }: SignInCommit): Promise<SQL> {
  return insertSelect(
    sessions,
    {
      id: session.id,
      userId: sql`person.id`,
      householdId: sql`place.household_id`,
      tokenHash: await secretHash(session.token),
      tokenHint: session.tokenHint,
      userAgent: session.userAgent,
      openedFrom: ip,
      openedCountry: session.country,
      lastUsedAt: now,
      passkeyId: proof.by === "passkey" ? proof.passkeyId : null,
      expiresAt: session.expiresAt,
      createdAt: now,
    },
    sql`from person, place returning id, household_id`,
  );
}

/** An entry for every row of `source`: whose home and who it is about is known only inside the statement. */
function logged(name: string, { now, ip }: SignInBase, action: ActivityAction, source: SQL): SQL {
  const entry = insertSelect(
    activity,
    {
      householdId: sql`source.household_id`,
      at: now,
      actorType: "user",
      actorId: sql`person.id`,
      action,
      subject: sql`source.subject`,
      details: {},
      ip,
    },
    sql`from (select ${source}) source, person`,
  );
  return sql`${sql.identifier(name)} as (${entry})`;
}

const DAY = sql.raw("interval '1 day'");

/** True if the address has recently signed in from that network. */
export const isKnown = (email: string, network: string | null, now: Date): SQL =>
  network === null
    ? sql`false`
    : sql`exists (select from sign_in_challenges where email = ${email} and used_network = ${network}
        and used_at > ${now.toISOString()}::timestamptz - ${PEOPLE_LIMITS.signInKnownDays}::integer * ${DAY})`;

export type CodeCaller = { email: string; network: string | null; now: Date };

/**
 * When the next code may be tried: the latest of what each budget says; null for at once. Asks the CTE
 * `caller`.
 */
export function nextTryAt({ email, network, now }: CodeCaller): SQL {
  const since = sql`at > ${now.toISOString()}::timestamptz - ${DAY}`;
  const ofStrangers = sql`not known and not (select is_known from caller)`;
  const of: Record<CodeBudgetName, SQL | null> = {
    pair: network === null ? null : sql`email = ${email} and network = ${network}`,
    address: sql`email = ${email} and ${ofStrangers}`,
    network: network === null ? null : sql`network = ${network} and ${ofStrangers}`,
    service: ofStrangers,
  };
  const untils = Object.entries(of).flatMap(([name, which]) =>
    which === null ? [] : [sql`(${until(name as CodeBudgetName, sql`${which} and ${since}`)})`],
  );
  return sql`greatest(${sql.join(untils, sql`, `)})`;
}

/** Null while there are free ones left. */
function until(name: CodeBudgetName, which: SQL): SQL {
  const { free } = CODE_BUDGETS[name];
  const waits = waitsOf(CODE_BUDGETS[name]);
  const step = sql`least(count(*) - ${free}::bigint, ${waits.length - 1}::bigint)::integer`;
  return sql`select case when count(*) >= ${free}::bigint then max(at)
      + (${JSON.stringify(waits)}::jsonb ->> ${step})::double precision * interval '1 millisecond' end
    from sign_in_failures where ${which}`;
}

/** Into the activity of every home of the person with the address; nothing if nobody has it. */
export async function logFailedSignIn(
  db: Db,
  { email, ip, now }: { email: string; ip: string | null; now: Date },
): Promise<void> {
  const entry = {
    householdId: sql`${memberships.householdId}`,
    at: now,
    actorType: "system",
    action: "sign_in_failed",
    subject: sql`${users.id}`,
    ip,
  } as const;
  const homes = sql`from ${users} join ${memberships} on ${eq(memberships.userId, users.id)}
    where ${eq(users.email, email)}`;
  await db.mutate(insertSelect(activity, entry, homes));
}
