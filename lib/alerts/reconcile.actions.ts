import type { CoreServices } from "../kernel/services.actions.ts";
import { forgetStates } from "./commit-changes.queries.ts";
import { commitJudgement } from "./commit-judgement.actions.ts";
import { decideAlone } from "./decide/decide.ts";
import { findTickFacts } from "./facts.queries.ts";
import type { TickFacts } from "./facts.ts";
import { endsOfUnspoken, goneSubjects } from "./reconcile.ts";

/** Ends a home's open alerts that no rule covers any more, and forgets those whose subjects were removed. */
export async function endUnspoken(services: CoreServices, householdId: string): Promise<void> {
  const reload = () => findTickFacts(services.db, householdId);
  const facts = await reload();
  const judge = (home: TickFacts, now: number) => decideAlone(endsOfUnspoken(home, now));
  if (facts === null) return;
  await commitJudgement(services, { householdId, facts, judge, reload });
  const gone = goneSubjects(facts);
  if (gone.length > 0) await forgetStates(services.db, householdId, gone);
}
