import { Hono, type MiddlewareHandler } from "hono";
import { type SpendPorts, spend } from "../../lib/budget/spend.actions.ts";
import type { PlanRules } from "../../lib/kernel/ports.ts";
import { exportHousehold } from "../../lib/people/export/export.actions.ts";
import {
  changeHousehold,
  changePlan,
  type DeleteHomePorts,
  deleteHome,
  showHousehold,
} from "../../lib/people/home.actions.ts";
import { allPlanLimits, planLimits } from "../../lib/people/plan-limits.ts";
import { showCity } from "../../lib/reports/city/city.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type CityAnswer,
  type HouseholdAnswer,
  HouseholdChange,
  type PlanAnswer,
  PlanChoice,
} from "../../schema/wire/account/household.ts";
import type { HouseholdExport } from "../../schema/wire/account/household-export.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { actingIn } from "../_http/acting.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import { requireProof } from "../_http/require-proof.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

export type HouseholdPorts = DeleteHomePorts & WakePorts & SpendPorts & { planRules: PlanRules };

export function householdRoutes(ports: HouseholdPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.get("/api/account/household", guard, requireMay("read_home"), async (c) =>
    reply<HouseholdAnswer>(c, await showHousehold(ports, c.var.member.householdId)),
  );
  routes.patch("/api/account/household", guard, requireMay("manage_household"), async (c) => {
    const body = await jsonBody(c, HouseholdChange, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<HouseholdAnswer>(c, await changeHousehold(ports, c.var, body.value));
  });
  routes.get("/api/account/city", guard, requireMay("read_home"), async (c) =>
    reply<CityAnswer>(c, await showCity(ports, c.var.member.householdId)),
  );
  routes.get("/api/account/plan", guard, requireMay("read_home"), (c) =>
    c.json({
      plan: c.var.member.plan,
      limits: planLimits(c.var.member.plan),
      plans: allPlanLimits(),
    } satisfies PlanAnswer),
  );
  const mayDelete = requireMay("delete_household");
  const proof = requireProof(ports);
  routes.delete("/api/account/household", guard, mayDelete, proof, wakeAfterWrites(ports), async (c) => {
    const outcome = await deleteHome(ports, c.var);
    if (outcome.ok) clearSessionCookie(c);
    return reply<Ok>(c, outcome);
  });
  const mayExport = requireMay("export_household");
  routes.get("/api/account/household/export", guard, mayExport, proof, async (c) => {
    const spent = await spend(ports, actingIn(c.var), "export");
    if (!spent.ok) return replyLimited(c, spent);
    c.header("Content-Disposition", 'attachment; filename="hearthwatch-home.json"');
    return reply<HouseholdExport>(c, await exportHousehold(ports, c.var.member.householdId));
  });
  routes.put("/api/account/plan", guard, requireMay("change_plan"), async (c) => {
    const body = await jsonBody(c, PlanChoice, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<HouseholdAnswer>(c, await changePlan(ports, c.var, body.value.plan));
  });
  return routes;
}
