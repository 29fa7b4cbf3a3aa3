import { type SQL, sql } from "drizzle-orm";
import { households, memberships } from "../../schema/tables/household.ts";
import { sessions } from "../../schema/tables/sign-in.ts";
import type { HouseholdUnit } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { type FoundSession, findSession } from "./sessions.queries.ts";

/** What every page says of a home: its name, its time and scale, and the reader's other homes. */
export type HomeFacts = {
  name: string;
  timeZone: string;
  temperatureUnit: HouseholdUnit;
  otherHomes: { id: string; name: string }[];
};

export type OwnHomeJson = Omit<HomeFacts, "otherHomes"> & { id: string };

/** All homes of a session's person, in the order in which they came to them. */
export const ownHomesJson = (): SQL<OwnHomeJson[]> => sql`(
  select json_agg(own) from (
    select home.id, name, time_zone as "timeZone", temperature_unit as "temperatureUnit"
    from ${memberships} join ${households} home on home.id = household_id
    where user_id = ${sessions.userId} order by ${memberships.createdAt}, home.id) own)`;

/** A session and what every page says of its home, in one call. */
export async function findSessionAtHome(
  db: Db,
  token: string,
  now: Date,
): Promise<{ session: FoundSession; home: HomeFacts | null } | null> {
  const found = await findSession(db, token, now, ownHomesJson());
  if (found === null) return null;
  const { beside, ...session } = found;
  return { session, home: homeFacts(beside, session.householdId) };
}

/** Null only where it was deleted a moment ago. */
export function homeFacts(homes: readonly OwnHomeJson[], householdId: string): HomeFacts | null {
  const home = homes.find(({ id }) => id === householdId);
  if (home === undefined) return null;
  const { name, timeZone, temperatureUnit } = home;
  const otherHomes = homes.flatMap((each) => (each === home ? [] : [{ id: each.id, name: each.name }]));
  return { name, timeZone, temperatureUnit, otherHomes };
}
