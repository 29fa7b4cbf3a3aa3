import { weekGuess } from "../devices/placement/guesses.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { DAY_MS, HOUR_MS } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";
import { listStaleWeeks, rememberWeeks, type SensorWeek } from "./floors.queries.ts";
import { floorToKeep, weekFloorOf } from "./heating/week-floor.ts";
import { ALERT_LIMITS } from "./settings.ts";

/**
 * Looks once a day at what was usual for each room in the week before, and where that says it is. Answers for
 * how many.
 */
export async function learnFloors({ db, clock }: CoreServices): Promise<{ floors: number }> {
  const now = clock();
  const weeks = await listStaleWeeks(db, {
    from: new Date(now.getTime() - ALERT_LIMITS.weekFloorDays * DAY_MS),
    staleBy: new Date(now.getTime() - ALERT_LIMITS.weekFloorHours * HOUR_MS),
    limit: ALERT_LIMITS.weekFloorsMax,
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
