import { LIMITS } from "../../../schema/limits.ts";
import { floorToKeep, weekFloorOf } from "../../domain/alerts/heating/week-floor.ts";
import { weekGuess } from "../../domain/placement/week-guess.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";
import { convert } from "../../domain/units.ts";
import type { Clock } from "../../ports.ts";
import { listStaleWeeks, rememberWeeks, type SensorWeek } from "../../store/alerts/week-floors.ts";
import type { Db } from "../../store/db.ts";

/**
 * Looks once a day at what was usual for each room in the week before, and where that says it is. Answers for
 * how many.
 */
export async function learnFloors({ db, clock }: { db: Db; clock: Clock }): Promise<{ floors: number }> {
  const now = clock();
  const weeks = await listStaleWeeks(db, {
    from: new Date(now.getTime() - LIMITS.weekFloorDays * DAY_MS),
    staleBy: new Date(now.getTime() - LIMITS.weekFloorHours * HOUR_MS),
    limit: LIMITS.weekFloorsMax,
  });
  await rememberWeeks(db, weeks.map(learnedOf), now);
  return { floors: weeks.length };
}

function learnedOf({ sensorId, unit, lows, coldSpans, known }: SensorWeek) {
  const celsius = lows.flatMap(({ at, value }) => {
    const low = unit === null ? null : convert(value, unit, "°C");
    return low === null ? [] : [{ at, celsius: low }];
  });
  const weekFloor = floorToKeep(known, weekFloorOf(celsius, coldSpans), coldSpans);
  // A week in which the heating was off says nothing of the place.
  return { sensorId, weekFloor, guess: coldSpans.length > 0 ? null : weekGuess(celsius) };
}
