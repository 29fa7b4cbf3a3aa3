import type { Plan } from "../../schema/vocabulary.ts";
import type { HouseholdAnswer, HouseholdChange } from "../../schema/wire/account/household.ts";
import { done, doneIf, type Outcome, refuse } from "../kernel/outcome.ts";
import { effectivePlan } from "../kernel/plan.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { personText } from "../language/sms-text.ts";
import { homeDeletedMail } from "../outbox/mail/account-mails.ts";
import { sealMail } from "../outbox/seal-message.actions.ts";
import { type Acting, type ActingMember, actBy, asOperator, type HouseholdItem } from "./activity.ts";
import {
  changeHousehold as commitChange,
  deleteHome as commitDeletion,
  changePlan as commitPlan,
  findHousehold,
} from "./households.queries.ts";
import { listMembers } from "./members.queries.ts";

export const showHousehold = async ({ db, clock }: CoreServices, householdId: string) =>
  shown(await findHousehold(db, householdId), clock());

export async function changeHousehold(services: CoreServices, acting: ActingMember, change: HouseholdChange) {
  const now = services.clock();
  return shown(await commitChange(services.db, actBy(acting, now), change), now);
}

/** Changes the chosen plan, which takes effect once no trial is running. Refused where operators grant plans. */
export async function changePlan(services: Services, acting: ActingMember, { plan }: { plan: Plan }) {
  if (services.planRules.isGranted) return refuse("plan_granted");
  const now = services.clock();
  return shown(await commitPlan(services.db, actBy(acting, now), plan), now);
}

/** Sets a home's plan for an operator, even where owners choose plans. The home's activity names the operator. */
export async function grantPlan({ db, clock }: CoreServices, { householdId, actor: by }: Acting, plan: Plan) {
  const at = clock();
  return shown(await commitPlan(db, { householdId, actor: asOperator(by), at }, plan), at);
}

function shown(item: HouseholdItem | null, now: Date): Outcome<HouseholdAnswer> {
  if (item === null) return refuse("not_found");
  const trialEndsAt = item.trial_ends_at === null ? null : new Date(item.trial_ends_at);
  const plan = effectivePlan({ plan: item.chosen_plan, trialEndsAt }, now);
  return done({ household: { ...item, plan } });
}

/** Deletes the home permanently, with its devices, readings, keys and memberships. Each member gets a mail. */
export async function deleteHome(services: CoreServices, { member }: ActingMember) {
  const { db } = services;
  const now = services.clock();
  const { householdId } = member;
  const home = await findHousehold(db, householdId);
  if (home === null) return refuse("not_found");
  const farewells = (await listMembers(db, householdId)).map(({ user_id, email, language }) =>
    sealMail(services, {
      householdId: null,
      recipient: email,
      dedupeKey: `home_deleted/${householdId}/${user_id}`,
      kind: "home_deleted",
      content: homeDeletedMail({
        home: home.name,
        deletedBy: personText(member),
        at: now,
        timeZone: home.time_zone,
        language,
      }),
    }),
  );
  return doneIf(await commitDeletion(db, { householdId, farewells: await Promise.all(farewells), now }));
}
