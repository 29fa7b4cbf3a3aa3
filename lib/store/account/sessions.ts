import { and, eq, exists, sql } from "drizzle-orm";
import { companionSessions } from "../../../schema/tables/companion.ts";
import { memberships } from "../../../schema/tables/household.ts";
import { sessions } from "../../../schema/tables/sign-in.ts";
import type { SessionItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import { sessionWindow } from "../../domain/account/session-time.ts";
import type { Actor } from "../../domain/activity.ts";
import { logFrom } from "../activity.ts";
import { companionSessionsOf } from "../companion/listed-sessions.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { isoTime } from "../iso-time.ts";
import { secretHash } from "../secret-hash.ts";

/**
 * A user's own browsers and phones, in every home, the last used first; those that have ended are left out.
 */
export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<SessionItem>(sql`
      select id, kind, household_id, user_agent, opened_from as address, ${isoTime("created_at")} as created_at,
        ${isoTime("last_used_at")} as last_used_at, ${isoTime("expires_at")} as expires_at
      from (
        select id, 'browser' as kind, household_id, user_agent, opened_from, created_at, last_used_at, expires_at
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

/**
 * A browser's session, or a phone's with its whole family of tokens. False where it is not the user's, or
 * gone.
 */
export async function deleteSession(db: Db, end: SessionEnd): Promise<boolean> {
  const { sessionId: subject, actor, action, now: at } = end;
  const log = logFrom("ended", { householdId: end.member.householdId, at, actor, action, subject });
  const ofUser = (table: typeof sessions | typeof companionSessions) =>
    draft
      .delete(table)
      .where(and(eq(table.id, subject), eq(table.userId, end.member.userId)))
      .returning({ id: table.id });
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with browser as ${ofUser(sessions)}, phone as ${ofUser(companionSessions)},
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
  const { userId, householdId, tokenHint } = move;
  const tokenHash = await secretHash(move.token);
  const membership = draft
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.householdId, householdId)));
  const moved = await db("repeatable", (queries) =>
    queries
      .update(sessions)
      .set({ householdId, tokenHash, tokenHint })
      .where(and(eq(sessions.id, move.sessionId), eq(sessions.userId, userId), exists(membership)))
      .returning({ id: sessions.id }),
  );
  return moved.length > 0;
}
