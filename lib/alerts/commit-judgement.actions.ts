import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { newId } from "../kernel/secret.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { commitChanges } from "./commit-changes.queries.ts";
import type { Change } from "./decide/decide.ts";
import { ALERT_LIMITS } from "./settings.ts";

type Judgement<Facts> = {
  householdId: string;
  facts: Facts;
  /** Pure: returns the changes that follow from the facts. */
  judge: (facts: Facts, now: number) => Change[];
  /** Loads the facts again for a retry after somebody else committed first; null if they are gone. */
  reload: () => Promise<Facts | null>;
};

/**
 * Evaluates and commits until no change is left. If several callers see the same thing at once, one commits it; the
 * others look again and find it done. `isToTell`: something has to be notified; `hasMoved`: a state has changed, by
 * this call or by another at the same time.
 */
export async function commitJudgement<Facts>(
  services: CoreServices,
  { householdId, facts, judge, reload }: Judgement<Facts>,
) {
  const judged = { isToTell: false, hasMoved: false };
  let current: Facts | null = facts;
  for (let attempt = 0; current !== null && attempt < ALERT_LIMITS.judgeAttemptsMax; attempt += 1) {
    const now = services.clock();
    const changes = judge(current, now.getTime());
    if (changes.length === 0) return judged;
    judged.hasMoved = true;
    for (const committed of await commitDecided(services, [{ householdId, changes, now }])) {
      judged.isToTell ||= committed.isToTell;
      if (committed.isSettled) return judged;
    }
    current = await reload();
  }
  services.report({ level: "warn", event: "judgement_given_up", household_id: householdId });
  return judged;
}

type Decided = { householdId: string; changes: Change[]; now: Date };

/**
 * Commits the changes of homes. `isSettled`: all of the home's changes won, so no retry is needed; `isToTell`: one
 * that won has to be notified.
 */
export async function commitDecided<Home extends Decided>({ db, random }: CoreServices, homes: Home[]) {
  const identified = homes.map(({ householdId, changes, now }) => ({
    householdId,
    now,
    changes: changes.map((change) => ({ ...change, alertId: newId(ID_PREFIXES.alert, random) })),
  }));
  const moved = identified.filter(({ changes }) => changes.length > 0);
  const keyOf = (home: string, { kind, subject }: Pick<Change, "kind" | "subject">) =>
    `${home}/${kind}/${subject}`;
  const won = new Set((await commitChanges(db, moved)).map((each) => keyOf(each.householdId, each)));
  return homes.map((home) => {
    const own = home.changes.filter((change) => won.has(keyOf(home.householdId, change)));
    const isToTell = own.some(({ findings }) => findings.some(({ suppressedBy }) => suppressedBy === null));
    return { ...home, isToTell, isSettled: own.length === home.changes.length };
  });
}
