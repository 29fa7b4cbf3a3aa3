import { weekGuess } from "../devices/placement/guesses.ts";
import { type Db, StoreError } from "../kernel/db.queries.ts";
import { filledPages } from "../kernel/filled-pages.ts";
import { inParallel } from "../kernel/in-parallel.actions.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import { messageOf } from "../kernel/text.ts";
import { DAY_MS, HOUR_MS } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";
import type { ClaimedCheck } from "./due-checks.queries.ts";
import { needsSeries } from "./due-evaluation.ts";
import { listSeries, listTickFacts } from "./facts.queries.ts";
import type { Series, Surroundings, TickFacts } from "./facts.ts";
import { listStaleWeeks, rememberWeeks, type SensorWeek } from "./floors.queries.ts";
import { floorToKeep, weekFloorOf } from "./heating/falling.ts";
import { ALERT_LIMITS } from "./limits.ts";

/** While some homes are judged, the next ones' readings are on their way. */
const SERIES_AT_ONCE = 2;

/**
 * Gets the reason why a home can't be evaluated.
 * @throws Error after too many of them
 */
export type Fail = (householdId: string, reason: string) => void;

/** Runs some at a time; those that throw are reported and left out. */
async function eachHome<Home extends { householdId: string }, Result>(
  homes: readonly Home[],
  fail: Fail,
  work: (home: Home) => Promise<Result> | Result,
): Promise<Result[]> {
  const results = await inParallel(homes, ALERT_LIMITS.tickConcurrencyMax, async (home) => {
    try {
      return [await work(home)];
    } catch (error) {
      fail(home.householdId, messageOf(error));
      return [];
    }
  });
  return results.flat();
}

/**
 * Does it for all homes in one call; if the database refuses that, for each alone, so that one spoils no
 * other's.
 */
export async function oneByOneIfRefused<Home extends { householdId: string }, Result>(
  homes: Home[],
  fail: Fail,
  work: (some: Home[]) => Promise<Result[]>,
): Promise<Result[]> {
  try {
    return await work(homes);
  } catch (error) {
    if (!(error instanceof StoreError && error.failure === "refused")) throw error;
  }
  return (await eachHome(homes, fail, (home) => work([home]))).flat();
}

/** The last hours of the homes' sensors that need them, of so many in one call: an answer is read in one piece. */
async function readPast(
  db: Db,
  homes: readonly { facts: TickFacts }[],
  now: Date,
): Promise<Map<string, Series>> {
  const needed = homes.flatMap(({ facts }) => needsSeries(facts, now.getTime()));
  const from = new Date(now.getTime() - ALERT_LIMITS.tickSeriesHours * HOUR_MS);
  const series = new Map<string, Series>();
  for (const some of filledPages(needed, ALERT_LIMITS.tickSeriesSensors, () => 1))
    for (const [id, own] of await listSeries(db, some, from)) series.set(id, own);
  return series;
}

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

type Around = Omit<Surroundings, "ownGaps">;

type Known = ClaimedCheck & { facts: TickFacts } & Pick<Surroundings, "forecast">;

/**
 * What `judge` makes of each home as it stands; between two of them whatever else this process has to do gets its turn.
 * Readings are read for so many sensors at a time, and let go before the next ones.
 */
export async function withSurroundings<Result>(
  services: CronServices,
  checks: ClaimedCheck[],
  fail: Fail,
  judge: (check: ClaimedCheck, facts: TickFacts, around: Around) => Result,
): Promise<Result[]> {
  const now = services.clock();
  const needed = ({ facts }: Known) => needsSeries(facts, now.getTime());
  const homes = await oneByOneIfRefused(checks, fail, (some) => knownHomes(services, some, fail));
  const pages = filledPages(homes, ALERT_LIMITS.tickSeriesSensors, (home) => needed(home).length);
  const judged = await inParallel(pages, SERIES_AT_ONCE, (page) =>
    oneByOneIfRefused(page, fail, async (some) => {
      const series = await readPast(services.db, some, now);
      return await eachHome(some, fail, async (home) => {
        await services.pause(0);
        return judge(home, home.facts, { ...home, series });
      });
    }),
  );
  return judged.flat();
}

async function knownHomes(services: CronServices, checks: ClaimedCheck[], fail: Fail): Promise<Known[]> {
  const asked = new Map(checks.map((check) => [check.householdId, check.asked]));
  const homes = await listTickFacts(services.db, [...asked.keys()]);
  return await eachHome(
    homes.map((facts) => ({ facts, householdId: facts.household.id })),
    fail,
    async (home) => ({
      ...home,
      asked: asked.get(home.householdId) ?? 0,
      forecast: await forecastOf(services, home.facts),
    }),
  );
}

async function forecastOf({ forecast, clock }: CronServices, { place }: TickFacts) {
  const hours = place === null ? null : await forecast(place);
  if (hours === null) return null;
  const points = hours.map(({ at, temperatureC }) => ({ at: at.getTime(), celsius: temperatureC }));
  return { fetchedAt: clock().getTime(), hours: points };
}
