import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { commitDecided } from "./commit-judgement.actions.ts";
import { type ClaimedCheck, claimDueChecks, keepJudged } from "./due-checks.queries.ts";
import { type Evaluated, evaluateHome } from "./due-evaluation.ts";
import { listTicks } from "./facts.queries.ts";
import type { Span } from "./facts.ts";
import { ALERT_LIMITS } from "./limits.ts";
import { tickGaps } from "./silence.ts";
import { type Fail, oneByOneIfRefused, withSurroundings } from "./surroundings.actions.ts";

type Draft = ClaimedCheck & Evaluated & { now: Date };

/** What an evaluation of a home has come to. */
type Judged = Draft & { isToTell: boolean; isSettled: boolean };

/**
 * Evaluates homes that were claimed, with a number of calls that grows only with their cold sensors. If others have
 * changed a home meanwhile, it is evaluated again, until nothing is left to move. A fault of one home, such as a
 * statement that the database refuses or missing weather, affects only that home.
 */
async function judgePage(
  services: CronServices,
  checks: ClaimedCheck[],
  ownGaps: readonly Span[],
  fail: Fail,
): Promise<{ homes: number; notified: number }> {
  const judged = new Map<string, Judged>();
  let left = checks;
  for (let round = 0; left.length > 0 && round < ALERT_LIMITS.judgeAttemptsMax; round += 1) {
    const drafts = await withSurroundings(services, left, fail, (check, facts, around): Draft => {
      const now = services.clock();
      return { ...check, ...evaluateHome(facts, { ...around, ownGaps }, now.getTime()), now };
    });
    const committed = await oneByOneIfRefused(drafts, fail, (some) => commitDecided(services, some));
    for (const each of committed) judged.set(each.householdId, joined(judged.get(each.householdId), each));
    left = committed.filter(({ isSettled }) => !isSettled);
  }
  for (const { householdId } of left)
    services.report({ level: "warn", event: "judgement_given_up", household_id: householdId });
  const kept = await oneByOneIfRefused([...judged.values()], fail, async (some) => {
    // Where something may be left to move, the home stays due.
    const dueAt = ({ isSettled, findings }: Judged) =>
      isSettled ? new Date(findings.dueAt) : services.clock();
    await keepJudged(
      services.db,
      some.map((each) => ({ ...each, dueAt: dueAt(each) })),
    );
    return some;
  });
  return { homes: kept.length, notified: kept.filter(({ isToTell }) => isToTell).length };
}

/** What a later look finds stands, and faults that an earlier one has found. */
const joined = (before: Judged | undefined, now: Judged): Judged =>
  before === undefined
    ? now
    : {
        ...now,
        isToTell: before.isToTell || now.isToTell,
        findings: { ...now.findings, faults: [...before.findings.faults, ...now.findings.faults] },
      };

/** `notified`: the number of homes in which something has to be notified. */
type HomesJudged = { homes: number; notified: number };

/** `seen`: the homes that this run has claimed; what makes one of them due again is the next run's. */
type Run = { ownGaps: Span[] | null; failures: string[]; seen: Set<string>; homes: number; notified: number };

/**
 * Judges the homes that are due, page by page, until none is left; others may do so at the same time. A home
 * that can't be judged keeps nobody else: its lease ends, and the next tick tries again. What becomes due
 * while this run is at it is the next one's.
 * @throws Error after all others have been judged, or after some failures: then it is not one home
 */
export async function judgeDueHomes(services: CronServices, dueBy = services.clock()): Promise<HomesJudged> {
  const run: Run = { ownGaps: null, failures: [], seen: new Set(), homes: 0, notified: 0 };
  for (let page = 0; page < ALERT_LIMITS.tickPagesMax; page += 1)
    if ((await judgeClaimed(services, dueBy, run, [])) < ALERT_LIMITS.tickPageHomes) break;
  // Those that were passed over because somebody was just writing that they are due; a second time they wait for the next tick.
  await judgeClaimed(services, dueBy, run, [...run.seen]);
  if (run.failures.length > 0) throw new Error(`Homes not judged: ${run.failures.join("; ")}`);
  return { homes: run.homes, notified: run.notified };
}

/** Judges a page of homes, and answers how many these were. */
async function judgeClaimed(
  services: CronServices,
  dueBy: Date,
  run: Run,
  except: string[],
): Promise<number> {
  const leaseUntil = new Date(services.clock().getTime() + ALERT_LIMITS.checkLeaseMs);
  const limit = ALERT_LIMITS.tickPageHomes;
  const checks = await claimDueChecks(services.db, { dueBy, leaseUntil, limit, except });
  if (checks.length === 0) return 0;
  for (const { householdId } of checks) run.seen.add(householdId);
  run.ownGaps ??= await ownSilence(services);
  const { homes, notified } = await judgePage(services, checks, run.ownGaps, (householdId, reason) => {
    run.failures.push(`${householdId}: ${reason}`);
    if (run.failures.length >= ALERT_LIMITS.judgeFailuresMax) throw new Error(run.failures.join("; "));
  });
  run.homes += homes;
  run.notified += notified;
  return checks.length;
}

async function ownSilence({ db, clock }: CoreServices): Promise<Span[]> {
  const now = clock().getTime();
  return tickGaps(await listTicks(db, new Date(now - ALERT_LIMITS.ownSilenceHours * HOUR_MS)), now);
}
