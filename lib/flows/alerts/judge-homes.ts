import { LIMITS } from "../../../schema/limits.ts";
import { type Span, tickGaps } from "../../domain/alerts/silence.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { type ClaimedLook, claimHeldLook, claimLooks } from "../../store/alerts/looks.ts";
import { listTicks } from "../../store/alerts/tick-facts.ts";
import type { JudgePorts } from "./commit-judgement.ts";
import { judgePage } from "./judge-page.ts";
import type { JudgeHomesPorts } from "./surroundings.ts";

/** `told`: in how many something is to be told. */
export type HomesJudged = { homes: number; told: number };

/** `seen`: the homes that this run has claimed; what makes one of them due again is the next run's. */
type Run = { ownGaps: Span[]; failures: string[]; seen: Set<string>; homes: number; told: number };

/**
 * Judges the homes that are due, page by page, until none is left; others may do so at the same time. A home
 * that can't be judged keeps nobody else: its lease ends, and the next tick tries again. What becomes due
 * while this run is at it is the next one's.
 * @throws Error after all others have been judged, or after some failures: then it is not one home
 */
export async function judgeDueHomes(ports: JudgeHomesPorts, dueBy = ports.clock()): Promise<HomesJudged> {
  const run: Run = { ownGaps: await ownSilence(ports), failures: [], seen: new Set(), homes: 0, told: 0 };
  for (let page = 0; page < LIMITS.tickPagesMax; page += 1) {
    const looks = await claimLooks(ports.db, { ...spanOf(ports, dueBy), limit: LIMITS.tickPageHomes });
    await judge(ports, looks, run);
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
    await judge(ports, looks, run);
  }
}

async function judge(ports: JudgeHomesPorts, looks: ClaimedLook[], run: Run): Promise<void> {
  if (looks.length === 0) return;
  for (const { householdId } of looks) run.seen.add(householdId);
  const { homes, told } = await judgePage(ports, looks, run.ownGaps, (householdId, reason) => {
    run.failures.push(`${householdId}: ${reason}`);
    if (run.failures.length >= LIMITS.judgeFailuresMax) throw new Error(run.failures.join("; "));
  });
  run.homes += homes;
  run.told += told;
}

const spanOf = ({ clock }: JudgePorts, dueBy: Date) => ({
  dueBy,
  leaseUntil: new Date(clock().getTime() + LIMITS.lookLeaseMs),
});

async function ownSilence({ db, clock }: JudgePorts): Promise<Span[]> {
  const now = clock().getTime();
  return tickGaps(await listTicks(db, new Date(now - LIMITS.ownSilenceHours * HOUR_MS)), now);
}
