import { and, eq, gt, lte, sql } from "drizzle-orm";
import { households, memberships } from "../../../schema/tables/household.ts";
import { sessions } from "../../../schema/tables/sign-in.ts";
import { users } from "../../../schema/tables/user.ts";
import type { Plan } from "../../../schema/vocabulary.ts";
import type { Member } from "../../domain/account/member.ts";
import { type SessionTimes, sessionWindow } from "../../domain/account/session-time.ts";
import { cte } from "../cte.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { secretHash } from "../secret-hash.ts";

export type FoundSession = Omit<Member, "plan"> & SessionTimes & { plan: Plan; trialEndsAt: Date | null };

const FOUND = {
  sessionId: sessions.id,
  userId: sessions.userId,
  householdId: sessions.householdId,
  email: users.email,
  role: memberships.role,
  plan: households.plan,
  trialEndsAt: households.trialEndsAt,
  lastUsedAt: sessions.lastUsedAt,
  provedAt: sql<Date>`coalesce(${sessions.provedAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
  expiresAt: sessions.expiresAt,
};

/** Null for an unknown token, and at once where the membership is gone. A live session is marked as used. */
export async function findSession(db: Db, token: string, now: Date): Promise<FoundSession | null> {
  const hasToken = eq(sessions.tokenHash, await secretHash(token));
  const { idleSince, touchBefore } = sessionWindow(now);
  const touched = draft
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(
      and(
        hasToken,
        gt(sessions.expiresAt, now),
        gt(sessions.lastUsedAt, idleSince),
        lte(sessions.lastUsedAt, touchBefore),
      ),
    );
  const [found] = await db("repeatable", (queries) =>
    queries
      .with(cte("touched", touched))
      .select(FOUND)
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .innerJoin(
        memberships,
        and(eq(memberships.userId, sessions.userId), eq(memberships.householdId, sessions.householdId)),
      )
      .innerJoin(households, eq(households.id, sessions.householdId))
      .where(hasToken),
  );
  return found ?? null;
}
