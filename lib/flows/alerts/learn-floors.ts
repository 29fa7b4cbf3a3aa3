import { LIMITS } from "../../../schema/limits.ts";
import { floorToKeep, weekFloorOf } from "../../domain/alerts/heating/week-floor.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";
import { convert } from "../../domain/units.ts";
import type { Clock } from "../../ports.ts";
import { listStaleWeeks, rememberFloors, type SensorWeek } from "../../store/alerts/week-floors.ts";
import type { Db } from "../../store/db.ts";

/** Looks once a day at what was usual for each room in the week before. Answers for how many. */
export async function learnFloors({ db, clock }: { db: Db; clock: Clock }): Promise<{ floors: number }> {
  const now = clock();
  const weeks = await listStaleWeeks(db, {
    from: new Date(now.getTime() - LIMITS.weekFloorDays * DAY_MS),
    staleBy: new Date(now.getTime() - LIMITS.weekFloorHours * HOUR_MS),
    limit: LIMITS.weekFloorsMax,
  });
  await rememberFloors(db, weeks.map(floorOf), now);
  return { floors: weeks.length };
}

function floorOf({ sensorId, unit, lows, coldSpans, known }: SensorWeek) {
  const celsius = lows.flatMap(({ at, value }) => {
    const low = unit === null ? null : convert(value, unit, "°C");
    return low === null ? [] : [{ at, celsius: low }];
  });
  return { sensorId, weekFloor: floorToKeep(known, weekFloorOf(celsius, coldSpans), coldSpans) };
}
