import { weekGuess } from "../devices/placement/guesses.ts";
import { isPlaceKnown } from "../devices/placement/placement.ts";
import { bucketCeiling, bucketStart } from "../history/buckets.ts";
import { readBuckets } from "../history/read-buckets.queries.ts";
import { type Db, StoreError } from "../kernel/db.queries.ts";
import { inParallel } from "../kernel/in-turn.actions.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import { filledPages } from "../kernel/shards.ts";
import { messageOf } from "../kernel/text.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { type ClaimedCheck, claimDueChecks, keepJudged } from "./commit-changes.queries.ts";
import { commitDecided } from "./commit-judgement.actions.ts";
import {
  listStaleSensors,
  listTickFacts,
  listTicks,
  rememberWeeks,
  type StaleSensor,
} from "./facts.queries.ts";
import type { Series, Span, TickFacts } from "./facts.ts";
import { floorToKeep, usualOf, weekFloorOf } from "./heating/heated-rooms.ts";
import { type Evaluated, evaluateHome, needsSeries } from "./judge-household.ts";
import { tickGaps } from "./kinds/outage.ts";
import { celsiusPoints } from "./physics/history.ts";
import { listSeries } from "./series.queries.ts";
import { ALERT_LIMITS } from "./settings.ts";

/** How many pages of homes run at once: while one is evaluated, the next one's readings arrive. */
const SERIES_AT_ONCE = 2;

async function forecastOf({ forecast, clock }: CronServices, { place }: TickFacts) {
  const hours = place === null ? null : await forecast(place);
  if (hours === null) return null;
  const points = hours.map(({ at, temperatureC }) => ({ at: at.getTime(), celsius: temperatureC }));
  return { fetchedAt: clock().getTime(), hours: points };
}

type Draft = ClaimedCheck & Evaluated & { now: Date };

/**
 * Evaluates each home as it stands now, and yields to other work of this process between two homes. Loads readings
 * for a limited number of sensors at a time, and releases them before the next.
 */
async function evaluated(services: CronServices, checks: ClaimedCheck[], ownGaps: Span[]): Promise<Draft[]> {
  const { db, clock, pause } = services;
  const asked = new Map(checks.map((check) => [check.householdId, check.asked]));
  const loadedAt = clock();
  const all = await listTickFacts(db, [...asked.keys()]);
  const homes = await inParallel(all, ALERT_LIMITS.tickConcurrencyMax, async (facts) => ({
    facts,
    forecast: await forecastOf(services, facts),
    needed: needsSeries(facts, loadedAt.getTime()),
  }));
  const pages = filledPages(homes, ALERT_LIMITS.tickSeriesSensors, ({ needed }) => needed.length);
  const drafts = await inParallel(pages, SERIES_AT_ONCE, async (page) => {
    const needed = page.flatMap((home) => home.needed);
    const series = await listSeries(db, needed, loadedAt);
    const own: Draft[] = [];
    for (const { facts, forecast } of page) {
      await pause(0);
      const now = clock();
      const { id: householdId } = facts.household;
      const check = { householdId, asked: asked.get(householdId) ?? 0, now };
      own.push({ ...check, ...evaluateHome(facts, { series, forecast, ownGaps }, now.getTime()) });
    }
    return own;
  });
  return drafts.flat();
}

/** A home's evaluation and whether its commit left nothing to do. */
type Judged = Draft & { isSettled: boolean };

/** `toTell`: the homes in which something has to be notified. */
type Run = { ownGaps: Span[]; failures: string[]; homes: number; toTell: Set<string> };

/**
 * Evaluates claimed homes; the number of calls grows only with their cold sensors. If others have changed a home
 * meanwhile, evaluates it again, until no change is left.
 */
async function judgePage(services: CronServices, checks: ClaimedCheck[], run: Run): Promise<void> {
  const judged = new Map<string, Judged>();
  let left = checks;
  for (let round = 0; left.length > 0 && round < ALERT_LIMITS.judgeAttemptsMax; round += 1) {
    const committed = await commitDecided(services, await evaluated(services, left, run.ownGaps));
    for (const { isToTell, ...home } of committed) {
      judged.set(home.householdId, home);
      if (isToTell) run.toTell.add(home.householdId);
    }
    left = committed.filter(({ isSettled }) => !isSettled);
  }
  for (const { householdId } of left)
    services.report({ level: "warn", event: "judgement_given_up", household_id: householdId });
  const kept = [...judged.values()].map((home) => ({
    ...home,
    // A home with changes that may be left to commit stays due.
    dueAt: home.isSettled ? new Date(home.findings.dueAt) : services.clock(),
  }));
  await keepJudged(services.db, kept);
  run.homes += kept.length;
}

/**
 * Evaluates a page of homes. If that fails, such as by a statement that the database refuses or doesn't finish in time,
 * evaluates each home alone, so that one spoils no other's.
 * @throws Error if the database can't be reached, or after too many failures: then it is not one home
 */
async function judgeApart(services: CronServices, checks: ClaimedCheck[], run: Run): Promise<void> {
  try {
    await judgePage(services, checks, run);
  } catch (error) {
    if (error instanceof StoreError && error.failure === "not_executed") throw error;
    const [first] = checks;
    if (first === undefined || checks.length > 1) {
      for (const check of checks) await judgeApart(services, [check], run);
      return;
    }
    run.failures.push(`${first.householdId}: ${messageOf(error)}`);
    if (run.failures.length >= ALERT_LIMITS.judgeFailuresMax) throw new Error(run.failures.join("; "));
  }
}

/**
 * Evaluates the due homes page by page until none is left; other processes may do so at the same time. A home that
 * fails blocks no other: its lease ends, and the next tick tries again. Homes that become due by time during this run
 * are left to the next one; one that is requested may be claimed again after a full page.
 * @throws Error after all other homes were evaluated, or after too many failures: then it is not one home
 */
export async function judgeDueHomes(services: CronServices, dueBy = services.clock()) {
  const { db, clock } = services;
  const limit = ALERT_LIMITS.tickPageHomes;
  const seen = new Set<string>();
  const claimed = async (except: string[]): Promise<ClaimedCheck[]> => {
    const leaseUntil = new Date(clock().getTime() + ALERT_LIMITS.checkLeaseMs);
    const checks = await claimDueChecks(db, { dueBy, leaseUntil, limit, except });
    for (const { householdId } of checks) seen.add(householdId);
    return checks;
  };
  let checks = await claimed([]);
  if (checks.length === 0) return { homes: 0, notified: 0 };
  const run: Run = { ownGaps: await ownSilence(services), failures: [], homes: 0, toTell: new Set() };
  for (let page = 1; checks.length > 0 && page <= ALERT_LIMITS.tickPagesMax; page += 1) {
    await judgeApart(services, checks, run);
    // After a short page, takes the homes that a writer had locked, but none a second time: that is for the next
    // tick.
    checks = await claimed(checks.length < limit ? [...seen] : []);
  }
  if (run.failures.length > 0) throw new Error(`Homes not judged: ${run.failures.join("; ")}`);
  return { homes: run.homes, notified: run.toTell.size };
}

async function ownSilence({ db, clock }: CoreServices): Promise<Span[]> {
  const now = clock().getTime();
  return tickGaps(await listTicks(db, new Date(now - ALERT_LIMITS.ownSilenceHours * HOUR_MS)), now);
}

/**
 * Updates each room's usual temperatures of the last week, once a day, and the placement they suggest. A room that has
 * learned is evaluated anew, so a tick takes some rooms, and more only if they wait for hours.
 */
export async function learnFloors({ db, clock }: CoreServices): Promise<{ floors: number }> {
  const now = clock();
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const from = before(ALERT_LIMITS.weekFloorDays * 24);
  const limit = ALERT_LIMITS.weekFloorsPage;
  let floors = 0;
  for (let page = 0; page < ALERT_LIMITS.weekFloorPagesMax && floors === page * limit; page += 1) {
    const lateHours = page < ALERT_LIMITS.weekFloorPages ? 0 : ALERT_LIMITS.weekFloorLateHours;
    const staleBy = before(ALERT_LIMITS.weekFloorHours + lateHours);
    const stale = await listStaleSensors(db, { from, staleBy, limit });
    const lowsOf = await readHourlyLows(db, stale, from, now);
    const learned = stale.map((sensor) => learnedOf(sensor, lowsOf(sensor.sensorId)));
    await rememberWeeks(db, learned, now);
    floors += stale.length;
  }
  return { floors };
}

/** Reads the lowest reading of each hour in the sensors' own units. */
async function readHourlyLows(db: Db, sensors: readonly StaleSensor[], from: Date, to: Date) {
  const [fromMicros, toMicros] = [
    bucketStart("1h", from.getTime()) * 1_000,
    bucketCeiling("1h", to.getTime()) * 1_000,
  ];
  const ask = {
    sensors,
    fromMicros,
    toMicros,
    after: null,
    limit: Number.POSITIVE_INFINITY,
    newestFirst: false,
  };
  const hours = sensors.length === 0 ? [] : await readBuckets(db, "1h", ask);
  const byId = Map.groupBy(hours, ({ sensorId }) => sensorId);
  return (sensorId: string): Series =>
    (byId.get(sensorId) ?? []).map(({ atMicros, value, bucket }) => ({
      at: atMicros / 1_000,
      value: bucket?.min ?? value,
    }));
}

function learnedOf(sensor: StaleSensor, lows: Series) {
  const { sensorId, unit, known, placementGuess } = sensor;
  // An unknown place learns nothing from its own frost; a known room does: it may just be closed off.
  const isRoomKnown = isPlaceKnown(sensor, sensor.device);
  const coldSpans = sensor.coldSpans.filter(({ kind }) => kind !== "freeze" || !isRoomKnown);
  const usual = usualOf(celsiusPoints(lows, unit), coldSpans);
  const weekFloor = floorToKeep(known, weekFloorOf(usual), coldSpans);
  // Cold spans are cut out, so the rest may suggest no placement: then the guess from before stays.
  const before = coldSpans.length > 0 ? (placementGuess ?? null) : null;
  return { sensorId, weekFloor, guess: weekGuess(usual) ?? before };
}
