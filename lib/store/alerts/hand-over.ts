import { and, eq } from "drizzle-orm";
import { households, memberships } from "../../../schema/tables/household.ts";
import { users } from "../../../schema/tables/user.ts";
import type { Role } from "../../../schema/vocabulary.ts";
import type { Db } from "../db.ts";

/** The member whom an alert is handed over to, and their home. */
export type HandOverTarget = { email: string; role: Role; homeName: string };

/** Null for whoever is no member of the home. */
export async function findHandOverTarget(
  db: Db,
  { householdId, userId }: { householdId: string; userId: string },
): Promise<HandOverTarget | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ email: users.email, role: memberships.role, homeName: households.name })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(households, eq(households.id, memberships.householdId))
      .where(and(eq(memberships.householdId, householdId), eq(memberships.userId, userId))),
  );
  return found ?? null;
}
