import { type DayLow, frostWarningOf, weekGuess } from "../devices/placement/guesses.ts";
import { placementOf } from "../devices/placement/placement.ts";
import { dayNumber } from "../history/utc.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS, HOUR_MS } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";
import { needsDays } from "./drift.ts";
import { needsSeries } from "./due-evaluation.ts";
import { listSeries } from "./facts.queries.ts";
import {
  listDayLows,
  listDayMeans,
  listStaleWeeks,
  rememberWeeks,
  type SensorWeek,
} from "./floors.queries.ts";
import { floorToKeep, weekFloorOf } from "./heating/falling.ts";
import type { Surroundings } from "./judge-household.ts";
import { ALERT_LIMITS } from "./limits.ts";
import type { TickFacts } from "./tick-facts.ts";

/** The last hours of the homes' sensors that need them, and the last days: in one call, or two at once. */
export async function readPast(
  db: Db,
  homes: readonly { facts: TickFacts }[],
  now: Date,
): Promise<Required<Pick<Surroundings, "series" | "days">>> {
  const nowMs = now.getTime();
  const [series, days] = await Promise.all([
    listSeries(
      db,
      homes.flatMap(({ facts }) => needsSeries(facts, nowMs)),
      new Date(nowMs - ALERT_LIMITS.tickSeriesHours * HOUR_MS),
    ),
    listDayMeans(
      db,
      homes.map(({ facts }) => needsDays(facts, nowMs)),
    ),
  ]);
  return { series, days };
}

export const weeksStaleBy = (now: Date): Date =>
  new Date(now.getTime() - ALERT_LIMITS.weekFloorHours * HOUR_MS);

/**
 * Looks once a day at what was usual for each room in the week before, and where that says it is. Answers for
 * how many.
 */
export async function learnFloors({
  db,
  clock,
}: Pick<Services, "db" | "clock">): Promise<{ floors: number }> {
  const now = clock();
  const weeks = await listStaleWeeks(db, {
    from: new Date(now.getTime() - ALERT_LIMITS.weekFloorDays * DAY_MS),
    staleBy: weeksStaleBy(now),
    limit: ALERT_LIMITS.weekFloorsMax,
  });
  const frosts = await learnedFrosts(db, weeks, now);
  const learned = weeks.map((week) => learnedOf(week, frosts.get(week.sensorId) ?? null));
  await rememberWeeks(db, learned, now);
  return { floors: weeks.length };
}

/** The frost warnings of unheated places, by what they did on earlier days. */
async function learnedFrosts(db: Db, weeks: readonly SensorWeek[], now: Date): Promise<Map<string, number>> {
  const unheated = weeks.filter((week) => placementOf(week, week.device) === "unheated");
  const units = new Map(unheated.map(({ sensorId, unit }) => [sensorId, unit]));
  const past = await listDayLows(db, unheated, dayNumber(now.getTime()) - ALERT_LIMITS.frostDays);
  return new Map(
    past.flatMap(({ sensorId, lows }) => {
      const warning = frostWarningOf(inFahrenheit(lows, units.get(sensorId) ?? null));
      return warning === null ? [] : [[sensorId, warning] as const];
    }),
  );
}

const inFahrenheit = (lows: readonly [number, number][], unit: string | null): DayLow[] =>
  lows.flatMap(([day, low]) => {
    const fahrenheit = unit === null ? null : convert(low, unit, "°F");
    return fahrenheit === null ? [] : [{ day, fahrenheit }];
  });

function learnedOf({ sensorId, unit, lows, coldSpans, known }: SensorWeek, frostWarning: number | null) {
  const celsius = lows.flatMap(({ at, value }) => {
    const low = unit === null ? null : convert(value, unit, "°C");
    return low === null ? [] : [{ at, celsius: low }];
  });
  const { frostWarning: _, ...floor } = floorToKeep(known, weekFloorOf(celsius, coldSpans), coldSpans);
  const weekFloor = frostWarning === null ? floor : { ...floor, frostWarning };
  // A week in which the heating was off says nothing of the place.
  return { sensorId, weekFloor, guess: coldSpans.length > 0 ? null : weekGuess(celsius) };
}
