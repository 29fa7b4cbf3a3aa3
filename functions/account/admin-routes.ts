import { Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { listJobRuns } from "../../lib/jobs/overview.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { endPersonsSessions } from "../../lib/people/sessions.actions.ts";
import {
  closeIncident,
  type IncidentPorts,
  listIncidents,
  openIncident,
  updateIncident,
} from "../../lib/status/incidents.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { SessionsEnd, type SessionsEnded } from "../../schema/wire/account/sign-in.ts";
import { type JobRunList, JobRunsQuery } from "../../schema/wire/jobs.ts";
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
import { jsonBody, query as readQuery } from "../_http/validate.ts";

export type AdminPorts = AdminIncidentPorts & { adminEmails: ReadonlySet<string> };

/** The service itself, for the people who run it; to everybody else there is no such place. */
export function adminRoutes(ports: AdminPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.get("/api/account/admin/jobs", guard, requireAdmin(ports), async (c) => {
    const query = readQuery(c, JobRunsQuery);
    if (!query.ok) return refusal(c, query.problem);
    const { limit, cursor } = query.value;
    return reply<JobRunList>(c, await listJobRuns(ports, { limit, cursor: cursor ?? null }));
  });
  routes.post("/api/account/admin/end-sessions", guard, requireAdmin(ports), async (c) => {
    const body = await jsonBody(c, SessionsEnd, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<SessionsEnded>(c, await endPersonsSessions(ports, c.var.actor, body.value.email));
  });
  routes.route("/", adminIncidentRoutes(ports, [guard, requireAdmin(ports)]));
  return routes;
}

const requireAdmin = ({ adminEmails }: AdminPorts) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    adminEmails.has(c.var.member.email) ? await next() : refusal(c, { name: "not_found" }),
  );

type AdminIncidentPorts = IncidentPorts & IdempotentPorts & Pick<Services, "wake">;

type Guard = MiddlewareHandler<SessionEnv>;

const PATH = "/api/account/admin/incidents";

/** What operators tell everybody of the service; `guards` let nobody else in. */
function adminIncidentRoutes(ports: AdminIncidentPorts, guards: readonly [Guard, Guard]) {
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
