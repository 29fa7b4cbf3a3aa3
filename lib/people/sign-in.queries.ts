import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { households, memberships, users } from "../../schema/tables/household.ts";
import { passkeys, sessions, signInChallenges, usedPasskeyChallenges } from "../../schema/tables/sign-in.ts";
import type { Language, Plan } from "../../schema/vocabulary.ts";
import { uncountCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import { type Db, nameLock, underLock } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { logFrom } from "./activity.queries.ts";
import type { SignInPlan } from "./sign-in.ts";

/** The proof by a mail's link or code. `charges` are the budgets that the try of the code was counted against. */
export type MailProof = { by: "mail"; challengeId: string; charges: readonly Charge[] };

/** The proof by a passkey's signature over our challenge, both verified. */
type PasskeyProof = {
  by: "passkey";
  passkeyId: string;
  userId: string;
  signatures: number;
  challengeHash: Uint8Array;
  expiresAt: Date;
};

export type Proof = MailProof | PasskeyProof;

/** The network and time of using a proof. The network becomes known for the person's address. */
export type UsedFrom = { network: string | null; now: Date };

/** The CTEs that use up a proof. `taken` has a row (`id`, `email`) only if this statement was the one that used it. */
const takenBy = (proof: Proof, at: UsedFrom): SQL =>
  proof.by === "mail" ? takenByMail(proof, at) : takenByPasskey(proof, at);

/** Uses up an open challenge and erases its code. Of several concurrent statements, only one gets the row. */
export function takenByMail({ challengeId, charges }: MailProof, { network, now }: UsedFrom): SQL {
  const taken = queryBuilder
    .update(signInChallenges)
    .set({ usedAt: now, usedNetwork: network, sealedCode: "" })
    .where(
      and(
        eq(signInChallenges.id, challengeId),
        isNull(signInChallenges.usedAt),
        gt(signInChallenges.expiresAt, now),
      ),
    )
    .returning({ id: signInChallenges.id, email: signInChallenges.email });
  return sql`taken as ${taken},
    forgiven as (${uncountCharges(charges)})`;
}

/** Accepts each answer once. The signature counter must grow, which rejects a cloned passkey that is behind. */
function takenByPasskey(
  { passkeyId, userId, signatures, challengeHash, expiresAt }: PasskeyProof,
  { now: lastUsedAt }: UsedFrom,
): SQL {
  const fresh = queryBuilder
    .insert(usedPasskeyChallenges)
    .values({ challengeHash, expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: usedPasskeyChallenges.expiresAt });
  const counts = sql`(${passkeys.signatures} < ${signatures}::bigint
    or (${passkeys.signatures} = 0 and ${signatures}::bigint = 0))`;
  const used = queryBuilder
    .update(passkeys)
    .set({ signatures, lastUsedAt })
    .where(
      and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId), counts, sql`exists (select from fresh)`),
    )
    .returning({ id: passkeys.id, userId: passkeys.userId });
  return sql`fresh as ${fresh}, used as ${used},
    taken as (select used.id, person.email from used join users person on person.id = used.user_id)`;
}

export type NewHome = { id: string; name: string; plan: Plan; trialEndsAt: Date | null };

/** The part of a sign-in that is the same for browsers and phones. */
export type SignInBase = UsedFrom & {
  proof: Proof;
  email: string;
  plan: SignInPlan;
  newUserId: string;
  newHome: NewHome;
  ip: string | null;
  /** The language of a new account. */
  language: Language;
};

type SignInCommit = SignInBase & {
  session: Pick<typeof sessions.$inferInsert, "id" | "userAgent" | "openedCountry" | "expiresAt"> & {
    token: string;
  };
  /** The session cookie that the request carried. Its session ends, which prevents session fixation. */
  oldToken: string | null;
};

/** Opens a browser's session and returns its home's id; null if the proof has been used meanwhile. */
export async function commitSignIn(db: Db, commit: SignInCommit): Promise<string | null> {
  const ended = await endOldSession(commit.oldToken);
  return await signInWith(db, commit, sql`ended as (${ended}), session as (${await newSession(commit)})`);
}

/**
 * Uses up the proof and, only if this call did, creates a missing user and home and runs `opening`: CTEs that may refer
 * to `taken`, `person` and `place`. One of them must be `session`, with `id` and `household_id`. Sign-ins of one address
 * wait for each other, so that several links of a new person make one home.
 */
export async function signInWith(db: Db, commit: SignInBase, opening: SQL): Promise<string | null> {
  const { plan, newHome, now: createdAt, ip } = commit;
  const act = { at: createdAt, actor: { type: "user", id: sql`person.id`, ip } } as const;
  const person = insertSelect(
    users,
    { id: commit.newUserId, email: sql`email`, language: commit.language, createdAt },
    sql`from taken on conflict (email) do update set email = excluded.email returning id`,
  );
  const home = insertSelect(
    households,
    { ...newHome, openedNetwork: commit.network, createdAt },
    sql`from person where ${plan.newHome}::boolean and not exists (select from own) returning id`,
  );
  const joined = insertSelect(
    memberships,
    { householdId: sql`home.id`, userId: sql`person.id`, role: "owner", createdAt },
    sql`from home, person returning household_id`,
  );
  const statement = sql`
    with ${takenBy(commit.proof, commit)},
    person as (${person}),
    own as (select membership.household_id, created_at from memberships membership, person
      where membership.user_id = person.id and (${plan.newHome}::boolean or membership.household_id = ${plan.householdId})),
    home as (${home}), joined as (${joined}),
    place as (
      select household_id from joined union all
      (select household_id from own order by created_at, household_id limit 1)),
    ${opening},
    home_log as (${logFrom(sql`home, person`, { ...act, action: "household_created", householdId: sql`home.id`, subject: sql`home.id` })}),
    session_log as (${logFrom(sql`session, person`, { ...act, action: "signed_in", householdId: sql`session.household_id`, subject: sql`session.id` })})
    select household_id from session`;
  const session = await underLock<{ household_id: string }>(db, signInLock(commit.email), statement);
  return session?.household_id ?? null;
}

/** Locks an address, so that sign-ins of it, and the removal of its passkeys, wait for each other. */
export const signInLock = (email: string): SQL => nameLock([`sign_in/${email}`]);

async function endOldSession(oldToken: string | null): Promise<SQL> {
  if (oldToken === null) return sql`select 1`;
  const isOld = eq(sessions.tokenHash, await secretHash(oldToken));
  return queryBuilder.delete(sessions).where(and(isOld, sql`exists (select from taken)`)).getSQL();
}

async function newSession({ session: { token, ...session }, proof, ip, now }: SignInCommit): Promise<SQL> {
  return insertSelect(
    sessions,
    {
      ...session,
      userId: sql`person.id`,
      householdId: sql`place.household_id`,
      tokenHash: await secretHash(token),
      openedFrom: ip,
      lastUsedAt: now,
      passkeyId: proof.by === "passkey" ? proof.passkeyId : null,
      createdAt: now,
    },
    sql`from person, place returning id, household_id`,
  );
}

/** Logs a failed sign-in in the activity of each home of the person with the address, if there is one. */
export async function logFailedSignIn(
  db: Db,
  { email, ip, now }: { email: string; ip: string | null; now: Date },
): Promise<void> {
  const homes = sql`${users} join ${memberships} on ${eq(memberships.userId, users.id)} where ${eq(users.email, email)}`;
  const householdId = sql`${memberships.householdId}`;
  const actor = { type: "system", id: null, ip } as const;
  const subject = sql`${users.id}`;
  await db.mutate(logFrom(homes, { householdId, at: now, actor, action: "sign_in_failed", subject }));
}
