import type { UtcDay } from "../../history/buckets.ts";
import { done, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { REPORT_LIMITS } from "../limits.ts";
import { coldestRoom, shownCity } from "./city.ts";
import { findCityDay, listCitiesDue, listColdest, storeCityDay } from "./city-aggregates.queries.ts";

/** What the homes that take part went through on a UTC day that is over, city by city. Answers how many are new. */
export async function countCities({ db }: CoreServices, day: UtcDay): Promise<{ city_cells: number }> {
  let cells = 0;
  let after = "";
  for (let batch = 0; batch < REPORT_LIMITS.cityBatchesMax; batch += 1) {
    const cities = await listCitiesDue(db, day, after);
    for (const city of cities) {
      const lowestCelsius = coldestRoom(await listColdest(db, city, day));
      cells += await storeCityDay(db, { city, day, lowestCelsius });
    }
    after = cities.at(-1) ?? after;
    if (cities.length < REPORT_LIMITS.citiesBatch) break;
  }
  return { city_cells: cells };
}

/** What the homes of one's city went through, for a home that is counted among them. Null while they are too few. */
export async function showCity({ db }: CoreServices, householdId: string) {
  const found = await findCityDay(db, householdId);
  if (found === null) return refuse("not_found");
  if (!found.takesPart) return refuse("city_not_shared");
  return done({ city: found.newest === null ? null : shownCity(found.newest, found.unit) });
}
