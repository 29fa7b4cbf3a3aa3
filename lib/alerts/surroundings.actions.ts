import { inParallel } from "../kernel/patiently.actions.ts";
import type { Forecast } from "../kernel/ports.ts";
import { filledPages } from "../readings/filled-pages.ts";
import type { JudgePorts } from "./commit-judgement.actions.ts";
import type { ClaimedCheck } from "./due-checks.queries.ts";
import { needsSeries } from "./due-evaluation.ts";
import { listTickHomes, type TickHome } from "./facts.queries.ts";
import type { Surroundings } from "./judge-household.ts";
import { ALERT_LIMITS } from "./limits.ts";
import { attempt, type Fail, oneByOneIfRefused } from "./one-by-one.actions.ts";
import { readPast } from "./read-facts.actions.ts";
import type { TickFacts } from "./tick-facts.ts";

export type JudgeHomesPorts = JudgePorts & { forecast: Forecast };

/** While some homes are judged, the next ones' readings are on their way. */
const SERIES_AT_ONCE = 2;

type Around = Omit<Surroundings, "ownGaps">;
type Known = ClaimedCheck & TickHome & Pick<Surroundings, "forecast">;

/**
 * What `judge` makes of each home as it stands. Readings are read for so many sensors at a time, and let go
 * before the next ones.
 */
export async function withSurroundings<Result>(
  ports: JudgeHomesPorts,
  checks: ClaimedCheck[],
  fail: Fail,
  judge: (check: ClaimedCheck, facts: TickFacts, around: Around) => Result,
): Promise<Result[]> {
  const now = ports.clock();
  const needed = ({ facts }: TickHome) => needsSeries(facts, now.getTime());
  const homes = await oneByOneIfRefused(checks, fail, (some) => knownHomes(ports, some, fail));
  const pages = filledPages(homes, ALERT_LIMITS.tickSeriesSensors, (home) => needed(home).length);
  const judged = await inParallel(pages, SERIES_AT_ONCE, (page) =>
    oneByOneIfRefused(page, fail, async (some) => {
      const past = await readPast(ports.db, some, now);
      return await eachHome(some, fail, (home) => judge(home, home.facts, { ...home, ...past }));
    }),
  );
  return judged.flat();
}

async function knownHomes(ports: JudgeHomesPorts, checks: ClaimedCheck[], fail: Fail): Promise<Known[]> {
  const asked = new Map(checks.map((check) => [check.householdId, check.asked]));
  const homes = await listTickHomes(ports.db, [...asked.keys()]);
  return await eachHome(
    homes.map((home) => ({ ...home, householdId: home.facts.household.id })),
    fail,
    async (home) => ({
      ...home,
      asked: asked.get(home.householdId) ?? 0,
      forecast: await forecastOf(ports, home.facts),
    }),
  );
}

async function forecastOf({ forecast, clock }: JudgeHomesPorts, { place }: TickFacts) {
  const hours = place === null ? null : await forecast(place);
  if (hours === null) return null;
  const points = hours.map(({ at, temperatureC }) => ({ at: at.getTime(), celsius: temperatureC }));
  return { fetchedAt: clock().getTime(), hours: points };
}

/** Some at a time; those that throw are told and left out. */
async function eachHome<Home extends { householdId: string }, Result>(
  homes: readonly Home[],
  fail: Fail,
  work: (home: Home) => Promise<Result> | Result,
): Promise<Result[]> {
  const results = await inParallel(homes, ALERT_LIMITS.tickConcurrencyMax, (home) =>
    attempt(home.householdId, fail, () => work(home)),
  );
  return results.flatMap((result) => (result === null ? [] : [result]));
}
