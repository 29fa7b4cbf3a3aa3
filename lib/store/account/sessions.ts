import { sql } from "drizzle-orm";
import type { Plan, Role } from "../../../schema/vocabulary.ts";
import type { SessionItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import { type SessionTimes, sessionWindow } from "../../domain/account/session-time.ts";
import type { Actor } from "../../domain/activity.ts";
import { logFrom } from "../activity.ts";
import { companionSessionsOf } from "../companion/listed-sessions.ts";
import { dateOf } from "../date-of.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

export type FoundSession = Omit<Member, "plan"> & SessionTimes & { plan: Plan; trialEndsAt: Date | null };

type FoundRow = {
  session_id: string;
  user_id: string;
  household_id: string;
  email: string;
  role: Role;
  plan: Plan;
  trial_ends_at: string | null;
  last_used_at: string;
  proved_at: string;
  expires_at: string;
};

/** Null for an unknown token, and at once where the membership is gone. A live session is marked as used. */
export async function findSession(db: Db, token: string, now: Date): Promise<FoundSession | null> {
  const tokenHash = byteaText(await secretHash(token));
  const { idleSince, touchBefore } = sessionWindow(now);
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<FoundRow>(sql`
      with touched as (
        update sessions set last_used_at = ${now.toISOString()}::timestamptz
        where token_hash = ${tokenHash}::bytea and expires_at > ${now.toISOString()}::timestamptz
          and last_used_at > ${idleSince.toISOString()}::timestamptz
          and last_used_at <= ${touchBefore.toISOString()}::timestamptz)
      select session.id as session_id, session.user_id, session.household_id, person.email, membership.role,
        home.plan, home.trial_ends_at, session.last_used_at, session.expires_at,
        coalesce(session.proved_at, session.created_at) as proved_at
      from sessions session
      join users person on person.id = session.user_id
      join memberships membership
        on membership.user_id = session.user_id and membership.household_id = session.household_id
      join households home on home.id = session.household_id
      where session.token_hash = ${tokenHash}::bytea`),
  );
  return rows[0] === undefined ? null : foundSession(rows[0]);
}

const foundSession = (row: FoundRow): FoundSession => ({
  sessionId: row.session_id,
  userId: row.user_id,
  householdId: row.household_id,
  email: row.email,
  role: row.role,
  plan: row.plan,
  trialEndsAt: dateOf(row.trial_ends_at),
  lastUsedAt: new Date(row.last_used_at),
  provedAt: new Date(row.proved_at),
  expiresAt: new Date(row.expires_at),
});

/** A user's own browsers and phones, in every home, the last used first; those that have ended are left out. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<SessionItem>(sql`
      select id, kind, household_id, user_agent, ${isoTime("created_at")} as created_at,
        ${isoTime("last_used_at")} as last_used_at, ${isoTime("expires_at")} as expires_at
      from (
        select id, 'browser' as kind, household_id, user_agent, created_at, last_used_at, expires_at
        from sessions where user_id = ${userId} and expires_at > ${now.toISOString()}::timestamptz
          and last_used_at > ${sessionWindow(now).idleSince.toISOString()}::timestamptz
        union all (${companionSessionsOf(userId, now)})) live
      order by live.last_used_at desc, id`),
  );
  return rows;
}

export type SessionEnd = {
  sessionId: string;
  member: Pick<Member, "userId" | "householdId">;
  actor: Actor;
  action: "signed_out" | "session_revoked" | "companion_session_ended";
  now: Date;
};

/** A browser's session, or a phone's with its whole family of tokens. False where it is not the user's, or gone. */
export async function deleteSession(db: Db, end: SessionEnd): Promise<boolean> {
  const { sessionId: subject, actor, action, now: at } = end;
  const log = logFrom("ended", { householdId: end.member.householdId, at, actor, action, subject });
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with browser as (
        delete from sessions where id = ${subject} and user_id = ${end.member.userId} returning id),
      phone as (
        delete from companion_sessions where id = ${subject} and user_id = ${end.member.userId} returning id),
      ended as (select id from browser union all select id from phone),
      logged as (${log})
      select id from ended`),
  );
  return rows.length > 0;
}

export type SessionMove = {
  sessionId: string;
  userId: string;
  householdId: string;
  token: string;
  tokenHint: string;
};

/** Turns a session to another of its user's homes, under a new token. False where that is none of theirs. */
export async function moveSession(db: Db, move: SessionMove): Promise<boolean> {
  const tokenHash = byteaText(await secretHash(move.token));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      update sessions set household_id = ${move.householdId}, token_hash = ${tokenHash}::bytea,
        token_hint = ${move.tokenHint}
      where id = ${move.sessionId} and user_id = ${move.userId} and exists (
        select from memberships where user_id = ${move.userId} and household_id = ${move.householdId})
      returning id`),
  );
  return rows.length > 0;
}
