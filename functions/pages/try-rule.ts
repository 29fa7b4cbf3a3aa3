import { type Simulated, simulateRule } from "../../lib/alerts/rules/simulate.actions.ts";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import { DraftRule } from "../../schema/wire/rules.ts";
import { validate } from "../_http/validate.ts";
import { type GivenRule, sensorIn, wishOf } from "./format/rule-wish.ts";

/** What the rule in a form would have done on the stored history; nothing is kept. */
export async function tryRule(
  ports: Pick<Services, "db" | "clock">,
  householdId: string,
  given: GivenRule,
  home: PageHome,
): Promise<Outcome<Simulated>> {
  const { name, ...wish } = wishOf(given, sensorIn(home, given.sensor_id));
  const draft = validate(DraftRule, name === "" ? wish : { name, ...wish });
  if (!draft.ok) return draft;
  return simulateRule(ports, householdId, { sensorId: given.sensor_id, draft: { rule: draft.value } });
}
