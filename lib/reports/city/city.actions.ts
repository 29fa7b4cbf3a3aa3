import type { UtcDay } from "../../history/buckets.ts";
import { done, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { REPORT_LIMITS } from "../limits.ts";
import { coldestRoom, shownCity } from "./city.ts";
import { findCityDay, listCitiesDue, listColdest, storeCityDay } from "./city-aggregates.queries.ts";

/** Stores the figures of a past UTC day for every city, and returns how many cities are new. */
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

/** Returns the newest figures of a home's city, if the home takes part; null while the city has too few homes. */
export async function showCity({ db }: CoreServices, householdId: string) {
  const found = await findCityDay(db, householdId);
  if (found === null) return refuse("not_found");
  if (!found.takesPart) return refuse("city_not_shared");
  return done({ city: found.newest === null ? null : shownCity(found.newest, found.unit) });
}
