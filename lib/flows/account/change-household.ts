import type { Plan } from "../../../schema/vocabulary.ts";
import type { HouseholdItem } from "../../domain/account/items.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { effectivePlan } from "../../domain/entitlement.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock, PlanRules } from "../../ports.ts";
import {
  changeHousehold as commitChange,
  changePlan as commitPlan,
  findHousehold,
  type HouseholdChange,
} from "../../store/account/households.ts";
import type { Db } from "../../store/db.ts";

type Ports = { db: Db; clock: Clock };

export type HouseholdShown = { household: HouseholdItem & { plan: Plan } };

export async function showHousehold(
  { db, clock }: Ports,
  householdId: string,
): Promise<Outcome<HouseholdShown>> {
  return shown(await findHousehold(db, householdId), clock());
}

export async function changeHousehold(
  { db, clock }: Ports,
  { member, actor }: ActingMember,
  change: HouseholdChange,
): Promise<Outcome<HouseholdShown>> {
  const now = clock();
  return shown(await commitChange(db, { householdId: member.householdId, actor, now }, change), now);
}

/** Counts when the trial ends, at once without one. Refused where operators grant plans. */
export async function changePlan(
  { db, clock, planRules }: Ports & { planRules: PlanRules },
  { member, actor }: ActingMember,
  plan: Plan,
): Promise<Outcome<HouseholdShown>> {
  if (planRules.isGranted) return refuse("plan_granted");
  const now = clock();
  return shown(await commitPlan(db, { householdId: member.householdId, actor, now }, plan), now);
}

function shown(item: HouseholdItem | null, now: Date): Outcome<HouseholdShown> {
  if (item === null) return refuse("not_found");
  const trialEndsAt = item.trial_ends_at === null ? null : new Date(item.trial_ends_at);
  const plan = effectivePlan({ plan: item.chosen_plan, trialEndsAt }, now);
  return done({ household: { ...item, plan } });
}
