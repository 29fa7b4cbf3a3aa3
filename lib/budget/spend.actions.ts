import type { Spending } from "../../schema/vocabulary.ts";
import { ipBucket, networkOf } from "../kernel/network.ts";
import { done } from "../kernel/outcome.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { budgetCharges, overCharge } from "./budget.ts";
import { findStanding, takeCharges } from "./charges.queries.ts";
import { isEstablished } from "./counts.ts";

type Acting = { householdId: string; actor: { ip: string | null } };

const WORDS = { feed_try: "feeds tried out", export: "exports", link: "new keys and links" } as const;

/** Counts an act of a home against the budget. A refusal says when to try again. */
export async function spend(services: Services, acting: Acting, spending: Spending & keyof typeof WORDS) {
  const now = services.clock();
  const spender = await findSpender(services, acting);
  const full = await takeCharges(services.db, budgetCharges(spending, spender, services.sendingPolicy, now));
  return full === null ? done("counted") : overCharge(full, now, WORDS[spending]);
}

/** Returns the subjects that an act in a home counts for. */
export async function findSpender({ db, clock }: CoreServices, { householdId, actor }: Acting) {
  const standing = await findStanding(db, householdId);
  return {
    home: householdId,
    host: actor.ip === null ? null : ipBucket(actor.ip),
    network: networkOf(actor.ip),
    isEstablished: standing !== null && isEstablished(standing, clock().getTime()),
  };
}
