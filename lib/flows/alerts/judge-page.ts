import { LIMITS } from "../../../schema/limits.ts";
import { type Findings, lookAtHome } from "../../domain/alerts/look-at-home.ts";
import type { Span } from "../../domain/alerts/silence.ts";
import { commitChanges } from "../../store/alerts/commit-changes.ts";
import { keepJudged } from "../../store/alerts/keep-judged.ts";
import type { ClaimedLook } from "../../store/alerts/looks.ts";
import { areToTell, identified } from "./commit-judgement.ts";
import { type Fail, oneByOneIfRefused } from "./one-by-one.ts";
import { type JudgeHomesPorts, withSurroundings } from "./surroundings.ts";

/** What a home's looks of this page have brought so far; `isSettled` where nothing was left to move. */
type Judged = ClaimedLook & { findings: Findings; isToTell: boolean; isSettled: boolean };

/**
 * Judges homes that were claimed, in a number of calls that grows with their cold sensors only. Of what
 * others have moved meanwhile the home is looked at anew, until nothing is left to move. What one home
 * spoils, a statement that the database refuses or a weather that nobody can tell, is that home's alone.
 */
export async function judgePage(
  ports: JudgeHomesPorts,
  looks: ClaimedLook[],
  ownGaps: readonly Span[],
  fail: Fail,
): Promise<{ homes: number; told: number }> {
  const judged = new Map<string, Judged>();
  let left = looks;
  for (let round = 0; left.length > 0 && round < LIMITS.judgeAttemptsMax; round += 1) {
    const drafts = await draft(ports, left, ownGaps, fail);
    const committed = await oneByOneIfRefused(drafts, fail, (some) => commit(ports, some));
    for (const each of committed) judged.set(each.householdId, joined(judged.get(each.householdId), each));
    left = committed.filter(({ isSettled }) => !isSettled);
  }
  for (const { householdId } of left)
    ports.report({ level: "warn", event: "judgement_given_up", household_id: householdId });
  const kept = await oneByOneIfRefused([...judged.values()], fail, async (some) => {
    await keepJudged(
      ports.db,
      some.map((each) => keptOf(each, ports.clock())),
    );
    return some;
  });
  return { homes: kept.length, told: kept.filter(({ isToTell }) => isToTell).length };
}

type Draft = ClaimedLook & ReturnType<typeof lookAtHome> & { now: Date };

const draft = (
  ports: JudgeHomesPorts,
  looks: ClaimedLook[],
  ownGaps: readonly Span[],
  fail: Fail,
): Promise<Draft[]> =>
  withSurroundings(ports, looks, fail, (look, facts, around): Draft => {
    const now = ports.clock();
    return { ...look, ...lookAtHome(facts, { ...around, ownGaps }, now.getTime()), now };
  });

async function commit(ports: JudgeHomesPorts, drafts: Draft[]): Promise<Judged[]> {
  const moved = drafts.filter(({ changes }) => changes.length > 0);
  const homes = moved.map(({ householdId, changes, now }) => ({
    householdId,
    now,
    changes: identified(changes, ports.random),
  }));
  const won = Map.groupBy(await commitChanges(ports.db, homes), ({ householdId }) => householdId);
  return drafts.map(({ householdId, asked, changes, findings }) => {
    const own = won.get(householdId) ?? [];
    const isSettled = own.length === changes.length;
    return { householdId, asked, findings, isToTell: areToTell(changes, own), isSettled };
  });
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

/** Where something may be left to move, the home stays due. */
const keptOf = ({ householdId, asked, findings, isSettled }: Judged, now: Date) => ({
  householdId,
  asked,
  findings,
  dueAt: isSettled ? new Date(findings.dueAt) : now,
});
