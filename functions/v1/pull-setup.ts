import { Hono, type MiddlewareHandler } from "hono";
import { type PullSetupPorts, savePullSetup } from "../../lib/flows/pull-setup/save-pull-setup.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PullSetup, type PullSetupAnswer } from "../../schema/wire/pull-setup.ts";
import { jsonBody } from "../_http/json-body.ts";
import { refusal, reply } from "../_http/reply.ts";
import type { ApiEnv } from "../_http/require-api-key.ts";

export function pullSetupRoutes(ports: PullSetupPorts, guard: MiddlewareHandler<ApiEnv>) {
  const routes = new Hono<ApiEnv>();
  routes.post("/api/v1/pull-setup", guard, async (c) => {
    const body = await jsonBody(c, PullSetup, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<PullSetupAnswer>(c, await savePullSetup(ports, c.var.acting, body.value));
  });
  return routes;
}
