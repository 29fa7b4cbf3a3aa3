import { LIMITS } from "../../../schema/limits.ts";
import { coldestRoom } from "../../domain/city/coldest-room.ts";
import type { UtcDay } from "../../domain/history/utc-day.ts";
import { listCitiesDue, listColdest, storeCityDay } from "../../store/city-aggregates.ts";
import type { Db } from "../../store/db.ts";

/**
 * What the homes that take part went through on a UTC day that is over, city by city. Answers how many are
 * new.
 */
export async function countCities({ db }: { db: Db }, day: UtcDay): Promise<{ city_cells: number }> {
  let cells = 0;
  let after = "";
  for (let batch = 0; batch < LIMITS.cityBatchesMax; batch += 1) {
    const cities = await listCitiesDue(db, day, after);
    for (const city of cities) {
      const lowestCelsius = coldestRoom(await listColdest(db, city, day));
      cells += await storeCityDay(db, { city, day, lowestCelsius });
    }
    after = cities.at(-1) ?? after;
    if (cities.length < LIMITS.citiesBatch) break;
  }
  return { city_cells: cells };
}
