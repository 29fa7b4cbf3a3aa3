import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  closeIncident,
  type IncidentPorts,
  listIncidents,
  openIncident,
  updateIncident,
} from "../../lib/status/incidents.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  IncidentOpening,
  IncidentUpdate,
  type StatusIncidentItem,
  type StatusIncidentList,
} from "../../schema/wire/status.ts";
import { onceInSession } from "../_http/acting.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

export type AdminIncidentPorts = IncidentPorts & IdempotentPorts & Pick<Services, "wake">;

type Guard = MiddlewareHandler<SessionEnv>;

const PATH = "/api/account/admin/incidents";

/** What operators tell everybody of the service; `guards` let nobody else in. */
export function adminIncidentRoutes(ports: AdminIncidentPorts, guards: readonly [Guard, Guard]) {
  const routes = new Hono<SessionEnv>();
  const wake = wakeAfterWrites(ports);
  routes.get(PATH, ...guards, async (c) => c.json<StatusIncidentList>(await listIncidents(ports)));
  routes.post(PATH, ...guards, onceInSession(ports), wake, async (c) => {
    const body = await jsonBody(c, IncidentOpening, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<StatusIncidentItem>(c, await openIncident(ports, body.value), 201);
  });
  for (const [action, run] of [
    ["updates", updateIncident],
    ["close", closeIncident],
  ] as const)
    routes.post(`${PATH}/:id/${action}`, ...guards, wake, async (c) => {
      const body = await jsonBody(c, IncidentUpdate, LIMITS.accountBodyBytesMax);
      if (!body.ok) return refusal(c, body.problem);
      return reply<StatusIncidentItem>(c, await run(ports, pathId(c), body.value.text));
    });
  return routes;
}
