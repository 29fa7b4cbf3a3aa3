import { type Context, Hono } from "hono";
import type { JudgePorts } from "../../lib/alerts/commit-judgement.actions.ts";
import {
  changeRule,
  createRule,
  deleteRule,
  listRules,
  showRule,
} from "../../lib/alerts/rules/rules.actions.ts";
import { simulateRule } from "../../lib/alerts/rules/simulate.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PageQuery } from "../../schema/wire/paging.ts";
import { NewRule, type RuleAnswer, RuleChange, type RuleList } from "../../schema/wire/rules.ts";
import { RuleSimulation, type RuleSimulationAnswer } from "../../schema/wire/simulation.ts";
import type { Ok } from "../../schema/wire/text.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";
import { wrongMethod } from "../_http/wrong-method.ts";
import { type HomeEnv, type Mount, onceInHome } from "./mount.ts";

/** The home's own rules. */
export function ruleRoutes(ports: JudgePorts & IdempotentPorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  routes.get(`${prefix}/rules`, may("read_home"), async (c) => {
    const query = readQuery(c, PageQuery);
    if (!query.ok) return refusal(c, query.problem);
    return reply<RuleList>(c, await listRules(ports, c.var.acting.householdId, query.value));
  });
  routes.post(`${prefix}/rules`, may("manage_rules"), onceInHome(ports), async (c) => {
    const body = await jsonBody(c, NewRule, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const { sensor_id: sensorId, ...wish } = body.value;
    return reply<RuleAnswer>(c, await createRule(ports, c.var.acting, sensorId, wish), 201);
  });
  routes.post(`${prefix}/rules/simulate`, may("manage_rules"), (c) => simulate(c, ports));
  routes.all(`${prefix}/rules/simulate`, wrongMethod(["POST"]));
  routes.get(`${prefix}/rules/:id`, may("read_home"), async (c) =>
    reply<RuleAnswer>(c, await showRule(ports, c.var.acting.householdId, pathId(c))),
  );
  routes.patch(`${prefix}/rules/:id`, may("manage_rules"), async (c) => {
    const body = await jsonBody(c, RuleChange, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<RuleAnswer>(c, await changeRule(ports, c.var.acting, pathId(c), body.value));
  });
  routes.delete(`${prefix}/rules/:id`, may("manage_rules"), async (c) =>
    reply<Ok>(c, await deleteRule(ports, c.var.acting, pathId(c))),
  );
  return routes;
}

/** Changes nothing, and so needs no entry in the home's activity. */
async function simulate(c: Context<HomeEnv>, ports: JudgePorts): Promise<Response> {
  const body = await jsonBody(c, RuleSimulation, LIMITS.apiBodyBytesMax);
  if (!body.ok) return refusal(c, body.problem);
  const { sensor_id: sensorId, from, to, ...draft } = body.value;
  const ask = { sensorId, from, to, draft };
  return reply<RuleSimulationAnswer>(c, await simulateRule(ports, c.var.acting.householdId, ask));
}
