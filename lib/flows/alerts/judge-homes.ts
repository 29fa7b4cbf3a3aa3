import { LIMITS } from "../../../schema/limits.ts";
import { awaitsOutcomes, type Foreseen, frozenRooms, hasForeseen } from "../../domain/alerts/foreseen.ts";
import type { Learned } from "../../domain/alerts/judge-cooling.ts";
import { type FoundFault, foundFaults } from "../../domain/alerts/judge-faults.ts";
import { judgeHousehold, type Surroundings } from "../../domain/alerts/judge-household.ts";
import { needsSeries } from "../../domain/alerts/needs-series.ts";
import { nextLookAt } from "../../domain/alerts/next-look.ts";
import { learnRhythm } from "../../domain/alerts/rhythm.ts";
import { type Span, tickGaps } from "../../domain/alerts/silence.ts";
import type { TickFacts } from "../../domain/alerts/tick-facts.ts";
import { messageOf } from "../../domain/error-text.ts";
import { keptGuesses } from "../../domain/placement/kept-guesses.ts";
import { HOUR_MS } from "../../domain/time.ts";
import type { Forecast } from "../../ports.ts";
import { keepForecasts, listScored, settleForecasts } from "../../store/alerts/freeze-forecasts.ts";
import { type ClaimedLook, claimHeldLook, claimLooks, settleLooks } from "../../store/alerts/looks.ts";
import {
  type LearnedRhythm,
  rememberFaults,
  rememberGuesses,
  rememberRhythms,
} from "../../store/alerts/sensor-truths.ts";
import {
  findTickFacts,
  listSeries,
  listTickFacts,
  listTicks,
  rememberTau,
} from "../../store/alerts/tick-facts.ts";
import { inParallel } from "../in-parallel.ts";
import { commitJudgement, type JudgePorts } from "./commit-judgement.ts";

export type JudgeHomesPorts = JudgePorts & { forecast: Forecast };

/** `told`: in how many something is to be told. */
export type HomesJudged = { homes: number; told: number };

/**
 * Judges the homes that are due, page by page, until none is left; others may do so at the same time. A home that
 * can't be judged keeps nobody else: its lease ends, and the next tick tries again. What becomes due while this run
 * is at it is the next one's.
 * @throws Error after all others have been judged, or after some failures: then it is not one home
 */
export async function judgeDueHomes(ports: JudgeHomesPorts, dueBy = ports.clock()): Promise<HomesJudged> {
  const run: Run = { ownGaps: await ownSilence(ports), failures: [], seen: new Set(), homes: 0, told: 0 };
  for (let page = 0; page < LIMITS.tickPagesMax; page += 1) {
    const looks = await claimLooks(ports.db, { ...spanOf(ports, dueBy), limit: LIMITS.tickPageHomes });
    await judgePage(ports, looks, run);
    if (looks.length < LIMITS.tickPageHomes) break;
  }
  await judgeHeld(ports, dueBy, run);
  if (run.failures.length > 0) throw new Error(`Homes not judged: ${run.failures.join("; ")}`);
  return { homes: run.homes, told: run.told };
}

/** Homes that were passed over because somebody was just writing that they are due, or were. */
async function judgeHeld(ports: JudgeHomesPorts, dueBy: Date, run: Run): Promise<void> {
  for (let held = 0; held < LIMITS.heldLooksMax; held += 1) {
    const looks = await claimHeldLook(ports.db, { ...spanOf(ports, dueBy), except: [...run.seen] });
    if (looks === null) return;
    await judgePage(ports, looks, run);
  }
}

const spanOf = ({ clock }: JudgePorts, dueBy: Date) => ({
  dueBy,
  leaseUntil: new Date(clock().getTime() + LIMITS.lookLeaseMs),
});

/** `seen`: the homes that this run has claimed; what makes one of them due again is the next run's. */
type Run = { ownGaps: Span[]; failures: string[]; seen: Set<string>; homes: number; told: number };

async function judgePage(ports: JudgeHomesPorts, looks: ClaimedLook[], run: Run): Promise<void> {
  if (looks.length === 0) return;
  for (const { householdId } of looks) run.seen.add(householdId);
  const asked = new Map(looks.map((look) => [look.householdId, look.asked]));
  const homes = await listTickFacts(ports.db, [...asked.keys()]);
  const judged = await inParallel(homes, LIMITS.tickConcurrencyMax, (facts) => attempt(ports, facts, run));
  const done = judged.filter((each) => each !== null);
  const settled = done.map(({ householdId, dueAt }) => ({
    householdId,
    asked: asked.get(householdId) ?? 0,
    dueAt: new Date(dueAt),
  }));
  await settleLooks(ports.db, settled);
  run.homes += done.length;
  run.told += done.filter(({ isToTell }) => isToTell).length;
}

type Looked = { householdId: string; isToTell: boolean; dueAt: number };

async function attempt(ports: JudgeHomesPorts, facts: TickFacts, run: Run): Promise<Looked | null> {
  try {
    return await judgeHome(ports, facts, run.ownGaps);
  } catch (error) {
    const reason = messageOf(error);
    run.failures.push(`${facts.household.id}: ${reason}`);
    if (run.failures.length >= LIMITS.judgeFailuresMax) throw new Error(run.failures.join("; "));
    return null;
  }
}

async function ownSilence({ db, clock }: JudgePorts): Promise<Span[]> {
  const now = clock().getTime();
  return tickGaps(await listTicks(db, new Date(now - LIMITS.ownSilenceHours * HOUR_MS)), now);
}

async function judgeHome(ports: JudgeHomesPorts, facts: TickFacts, ownGaps: Span[]): Promise<Looked> {
  const householdId = facts.household.id;
  const around = await surroundings(ports, facts, ownGaps);
  // Judged by what was known then: what has changed since makes the home due by itself.
  const dueAt = nextLookAt(facts, around, ports.clock().getTime());
  let learned: Learned[] = [];
  let faults: FoundFault[] = [];
  let foreseen: Foreseen[] = [];
  const { isToTell, isGivenUp } = await commitJudgement(ports, {
    householdId,
    facts,
    judge: (current, now) => {
      const judged = judgeHousehold(current, around, now);
      learned = judged.learned;
      foreseen = judged.foreseen;
      faults = [...faults, ...foundFaults(judged.changes)];
      return judged.changes;
    },
    reload: () => findTickFacts(ports.db, householdId),
  });
  await rememberTau(ports.db, learned);
  await rememberFaults(ports.db, faults);
  await rememberRhythms(ports.db, learnedRhythms(facts));
  await rememberGuesses(ports.db, keptGuesses(facts.devices));
  await keepForecasts(ports.db, householdId, foreseen);
  if (awaitsOutcomes(facts.states, ports.clock().getTime()))
    await settleForecasts(ports.db, householdId, frozenRooms(facts.devices));
  return { householdId, isToTell, dueAt: isGivenUp ? ports.clock().getTime() : dueAt };
}

const learnedRhythms = ({ devices }: TickFacts): LearnedRhythm[] =>
  devices.flatMap(({ device }) => {
    const rhythm = learnRhythm(device);
    return rhythm === null ? [] : [{ deviceId: device.id, rhythm }];
  });

async function surroundings(
  ports: JudgeHomesPorts,
  facts: TickFacts,
  ownGaps: Span[],
): Promise<Surroundings> {
  const now = ports.clock();
  const from = new Date(now.getTime() - LIMITS.tickSeriesHours * HOUR_MS);
  const [series, hours, scored] = await Promise.all([
    listSeries(ports.db, needsSeries(facts, now.getTime()), from),
    facts.place === null ? null : ports.forecast(facts.place),
    hasForeseen(facts.states) ? listScored(ports.db, facts.household.id) : [],
  ]);
  const points = hours?.map(({ at, temperatureC }) => ({ at: at.getTime(), celsius: temperatureC })) ?? null;
  const forecast = points === null ? null : { fetchedAt: now.getTime(), hours: points };
  return { series, ownGaps, scored, forecast };
}
