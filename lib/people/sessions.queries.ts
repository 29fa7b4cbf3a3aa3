import { and, eq, exists, gt, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { companionSessions } from "../../schema/tables/companion.ts";
import { households, memberships, users } from "../../schema/tables/household.ts";
import { sessions } from "../../schema/tables/sign-in.ts";
import type { Plan } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText, cte, isoTime, keptOver, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { logFrom } from "./activity.queries.ts";
import type { ActivityEntry, Member, SessionItem } from "./activity.ts";
import { type MailProof, takenByMail, type UsedFrom } from "./sign-in.queries.ts";
import { type SessionTimes, sessionWindow } from "./sign-in.ts";

/** Lists a user's live sessions in browsers and on phones, in every home, the last used first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionItem[]> {
  return await db.query<SessionItem>(sql`
    select id, kind, household_id, user_agent, opened_from as address, opened_country as country, ${isoTime("created_at")} as created_at,
      ${isoTime("last_used_at")} as last_used_at, ${isoTime("expires_at")} as expires_at
    from (
      select id, 'browser' as kind, household_id, user_agent, opened_from, opened_country, created_at, last_used_at, expires_at
      from sessions where user_id = ${userId} and expires_at > ${now.toISOString()}::timestamptz
        and last_used_at > ${sessionWindow(now).idleSince.toISOString()}::timestamptz
      union all (${companionSessionsOf(userId, now)})) live
    order by live.last_used_at desc, id`);
}

/**
 * Deletes the session that the entry names: a browser's, or a phone's with all its tokens. Returns false if it is gone
 * or isn't the user's.
 */
export async function deleteSession(db: Db, userId: string, entry: ActivityEntry<string>) {
  const ofUser = (table: SessionTable) =>
    queryBuilder
      .delete(table)
      .where(and(eq(table.id, entry.subject), eq(table.userId, userId)))
      .returning({ id: table.id });
  const rows = await db.mutate(sql`
    with browser as ${ofUser(sessions)}, phone as ${ofUser(companionSessions)},
    ended as (select id from browser union all select id from phone),
    logged as (${logFrom("ended", entry)})
    select id from ended`);
  return rows.length > 0;
}

type SessionMove = Record<"sessionId" | "userId" | "householdId" | "token", string>;

/** Moves a session to another home of its user, under a new token. Returns false if the user isn't a member there. */
export async function moveSession(db: Db, move: SessionMove): Promise<boolean> {
  const { userId, householdId } = move;
  const tokenHash = await secretHash(move.token);
  const membership = queryBuilder
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(isMembership(move));
  const moved = await db("repeatable", (queries) =>
    queries
      .update(sessions)
      .set({ householdId, tokenHash })
      .where(and(eq(sessions.id, move.sessionId), eq(sessions.userId, userId), exists(membership)))
      .returning({ id: sessions.id }),
  );
  return moved.length > 0;
}

export type FoundSession = Omit<Member, "plan"> & SessionTimes & { plan: Plan; trialEndsAt: Date | null };

type SessionTable = typeof sessions | typeof companionSessions;

/** The columns of a session's holder, in a query that joins `users`, `memberships` and `households`. */
export const HOLDER = {
  email: users.email,
  name: users.name,
  language: users.language,
  temperatureUnit: users.temperatureUnit,
  role: memberships.role,
  plan: households.plan,
  trialEndsAt: households.trialEndsAt,
};

/** The condition for a person's membership in a home. Takes values, or the columns of a session. */
export const isMembership = ({ userId, householdId }: Record<"userId" | "householdId", string | PgColumn>) =>
  and(eq(memberships.userId, userId), eq(memberships.householdId, householdId));

const FOUND = {
  sessionId: sessions.id,
  userId: sessions.userId,
  householdId: sessions.householdId,
  ...HOLDER,
  lastUsedAt: sessions.lastUsedAt,
  provedAt: sql<Date>`coalesce(${sessions.provedAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
  expiresAt: sessions.expiresAt,
};

/** Prepares the query that finds a session by its token and marks a live one as used. `beside`, an expression over
 * `sessions`, saves a second call. Our own connections keep the plan under `name`: planning costs more than running. */
export const sessionBeside = <Beside>(name: string, beside: SQL<Beside>) =>
  keptOver((queries) => {
    const hasToken = eq(sessions.tokenHash, sql.placeholder("tokenHash"));
    const touched = queryBuilder
      .update(sessions)
      .set({ lastUsedAt: sql`${sql.placeholder("now")}::timestamptz` })
      .where(
        and(
          hasToken,
          gt(sessions.expiresAt, sql.placeholder("now")),
          gt(sessions.lastUsedAt, sql.placeholder("idleSince")),
          lte(sessions.lastUsedAt, sql.placeholder("touchBefore")),
        ),
      );
    return queries
      .with(cte("touched", touched))
      .select({ ...FOUND, beside })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .innerJoin(memberships, isMembership(sessions))
      .innerJoin(households, eq(households.id, sessions.householdId))
      .where(hasToken)
      .prepare(name);
  });

const ALONE = sessionBeside("session", sql<null>`null`);

/** Finds a session by its token. Returns null for an unknown token, and as soon as the membership has ended. */
export const findSession = (db: Db, token: string, now: Date): Promise<FoundSession | null> =>
  findSessionWith(db, ALONE, token, now);

/** Like `findSession`, with the result of the expression that `ask` was prepared with. */
export async function findSessionWith<Beside>(
  db: Db,
  ask: ReturnType<typeof sessionBeside<Beside>>,
  token: string,
  now: Date,
): Promise<(FoundSession & { beside: Beside }) | null> {
  const { idleSince, touchBefore } = sessionWindow(now);
  const values = {
    tokenHash: byteaText(await secretHash(token)),
    now: now.toISOString(),
    idleSince: idleSince.toISOString(),
    touchBefore: touchBefore.toISOString(),
  };
  const [found] = await db("repeatable", (queries) => ask(queries).execute(values));
  return found ?? null;
}

type SessionProof = UsedFrom & { sessionId: string; proof: MailProof; token: string };

/**
 * Uses up the proof and marks the session as confirmed, under a new token: a thief of the old token has confirmed
 * nothing. Returns false if the proof has been used meanwhile.
 */
export async function proveSession(db: Db, { sessionId, proof, token, ...at }: SessionProof) {
  const proved = queryBuilder
    .update(sessions)
    .set({ provedAt: at.now, tokenHash: await secretHash(token) })
    .where(and(eq(sessions.id, sessionId), sql`exists (select from taken)`))
    .returning({ id: sessions.id });
  const rows = await db.mutate(sql`with ${takenByMail(proof, at)}, proved as ${proved} select 1 from proved`);
  return rows.length > 0;
}

/** Selects a user's live sessions on phones, in the columns of `listSessions`; `user_agent` is the phone's name. */
const companionSessionsOf = (userId: string, now: Date): SQL => sql`
  select session.id, 'companion' as kind, session.household_id, session.device_label as user_agent,
    session.opened_from, session.opened_country, session.created_at, session.last_used_at, least(token.expires_at, session.ends_at) as expires_at
  from companion_sessions session
  join companion_refresh_tokens token on token.session_id = session.id and token.spent_at is null
  where session.user_id = ${userId} and token.expires_at > ${now.toISOString()}::timestamptz
    and session.ends_at > ${now.toISOString()}::timestamptz`;
