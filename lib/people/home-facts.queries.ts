import { eq } from "drizzle-orm";
import { households, memberships } from "../../schema/tables/household.ts";
import type { HouseholdUnit } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { Member } from "./items.ts";

/** What every page says of a home: its name, its time and scale, and the reader's other homes. */
export type HomeFacts = {
  name: string;
  timeZone: string;
  temperatureUnit: HouseholdUnit;
  otherHomes: { id: string; name: string }[];
};

/** Null only where it was deleted a moment ago. */
export async function findHomeFacts(
  db: Db,
  { householdId, userId }: Pick<Member, "householdId" | "userId">,
): Promise<HomeFacts | null> {
  const homes = await db("repeatable", (queries) =>
    queries
      .select({
        id: households.id,
        name: households.name,
        timeZone: households.timeZone,
        temperatureUnit: households.temperatureUnit,
      })
      .from(memberships)
      .innerJoin(households, eq(households.id, memberships.householdId))
      .where(eq(memberships.userId, userId))
      .orderBy(memberships.createdAt, households.id),
  );
  const home = homes.find(({ id }) => id === householdId);
  if (home === undefined) return null;
  const { name, timeZone, temperatureUnit } = home;
  const otherHomes = homes.flatMap((each) => (each === home ? [] : [{ id: each.id, name: each.name }]));
  return { name, timeZone, temperatureUnit, otherHomes };
}
