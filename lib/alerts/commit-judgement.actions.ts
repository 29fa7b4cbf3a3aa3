import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { Random } from "../kernel/ports.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { Change } from "./change.ts";
import { commitChanges, type IdentifiedChange } from "./commit-changes.queries.ts";
import { ALERT_LIMITS } from "./limits.ts";

export type JudgePorts = Pick<Services, "db" | "clock" | "random" | "report">;

type Judgement<Facts> = {
  householdId: string;
  facts: Facts;
  /** Pure: what has moved by these facts. */
  judge: (facts: Facts, now: number) => Change[];
  /** The facts as they stand now, for another try after somebody else was first; null if they are gone. */
  reload: () => Promise<Facts | null>;
};

/**
 * `isToTell`: anything is to be told; `hasMoved`: a state has, by this judgement or by another at the same
 * time; `isGivenUp`: others were first each time, so that something may be left to move.
 */
type Judged = { isToTell: boolean; hasMoved: boolean; isGivenUp: boolean };

/**
 * Judges and commits until nothing is left to move. Of many that see the same thing at once one commits it;
 * the others look again and find it done.
 */
export async function commitJudgement<Facts>(
  { db, clock, random, report }: JudgePorts,
  { householdId, facts, judge, reload }: Judgement<Facts>,
): Promise<Judged> {
  const judged = { isToTell: false, hasMoved: false, isGivenUp: false };
  let current: Facts | null = facts;
  for (let attempt = 0; current !== null && attempt < ALERT_LIMITS.judgeAttemptsMax; attempt += 1) {
    const now = clock();
    const changes = judge(current, now.getTime());
    if (changes.length === 0) return judged;
    judged.hasMoved = true;
    const won = await commitChanges(db, [{ householdId, changes: identified(changes, random), now }]);
    judged.isToTell ||= areToTell(changes, won);
    if (won.length === changes.length) return judged;
    current = await reload();
  }
  report({ level: "warn", event: "judgement_given_up", household_id: householdId });
  return { ...judged, isGivenUp: current !== null };
}

export const identified = (changes: readonly Change[], random: Random): IdentifiedChange[] =>
  changes.map((change) => ({ ...change, alertId: newId(ID_PREFIXES.alert, random) }));

/** Whether anybody is to be told of those that won, all of one home. */
export function areToTell(
  changes: readonly Change[],
  won: readonly Pick<Change, "kind" | "subject">[],
): boolean {
  const keys = new Set(won.map(({ kind, subject }) => `${kind}/${subject}`));
  return changes.some(
    ({ kind, subject, findings }) =>
      keys.has(`${kind}/${subject}`) && findings.some(({ suppressedBy }) => suppressedBy === null),
  );
}
