import { eq, inArray, or } from "drizzle-orm";
import { households, memberships } from "../../schema/tables/household.ts";
import { users } from "../../schema/tables/user.ts";
import type { Plan, Role } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { isoTime, queryBuilder } from "../kernel/statements.queries.ts";

/** Whoever is in more homes than that is looked up by the id of one. */
const HOMES_FOUND_MAX = 20;

/** `plan` is the chosen one; a running trial is not counted. */
export type FoundHome = {
  id: string;
  name: string;
  plan: Plan;
  created_at: string;
  members: { email: string; role: Role }[];
};

/** The homes of whoever has the address, or the one with the id: nothing is found by a part of either. */
export async function findHomesOf(db: Db, asked: string): Promise<FoundHome[]> {
  const persons = queryBuilder
    .select({ id: memberships.householdId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(users.email, asked.toLowerCase()));
  const homes = await db("repeatable", (queries) =>
    queries
      .select({
        id: households.id,
        name: households.name,
        plan: households.plan,
        created_at: isoTime(households.createdAt),
      })
      .from(households)
      .where(or(eq(households.id, asked), inArray(households.id, persons)))
      .orderBy(households.createdAt)
      .limit(HOMES_FOUND_MAX),
  );
  if (homes.length === 0) return [];
  const found = homes.map(({ id }) => id);
  const members = await db("repeatable", (queries) =>
    queries
      .select({ home: memberships.householdId, email: users.email, role: memberships.role })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(inArray(memberships.householdId, found))
      .orderBy(memberships.createdAt),
  );
  return homes.map((home) => ({
    ...home,
    members: members.flatMap(({ home: of, email, role }) => (of === home.id ? [{ email, role }] : [])),
  }));
}
