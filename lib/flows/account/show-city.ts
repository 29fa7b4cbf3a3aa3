import { type ShownCity, shownCity } from "../../domain/city/shown-city.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { findCityDay } from "../../store/city-aggregates.ts";
import type { Db } from "../../store/db.ts";

/**
 * What the homes of one's city went through, for a home that is counted among them. Null while they are too
 * few.
 */
export async function showCity(
  { db }: { db: Db },
  householdId: string,
): Promise<Outcome<{ city: ShownCity | null }>> {
  const found = await findCityDay(db, householdId);
  if (found === null) return refuse("not_found");
  if (!found.takesPart) return refuse("city_not_shared");
  return done({ city: found.newest === null ? null : shownCity(found.newest, found.unit) });
}
