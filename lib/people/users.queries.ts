import { eq } from "drizzle-orm";
import { memberships } from "../../schema/tables/household.ts";
import { users } from "../../schema/tables/user.ts";
import type { Language } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";

type User = typeof users.$inferSelect;

/** Null for somebody whose account is gone. */
export async function saveUser(
  db: Db,
  id: string,
  change: Partial<Pick<User, "language" | "temperatureUnit">>,
): Promise<User | null> {
  const [saved] = await db("repeatable", (queries) =>
    queries.update(users).set(change).where(eq(users.id, id)).returning(),
  );
  return saved ?? null;
}

/** Whoever may be written to about the home, in the order of joining. */
export async function listReaders(
  db: Db,
  householdId: string,
): Promise<{ userId: string; email: string; language: Language }[]> {
  return await db("repeatable", (queries) =>
    queries
      .select({ userId: users.id, email: users.email, language: users.language })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.householdId, householdId))
      .orderBy(memberships.createdAt, memberships.userId),
  );
}
