import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { listHandedOut } from "../../lib/people/api-keys.queries.ts";
import { revokeAllKeys } from "../../lib/people/keys.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type HandedOut, HandedOutQuery, Revocation, type Revoked } from "../../schema/wire/account/keys.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";

/**
 * Everything that opens the home without a session, whoever made it and whatever the plan: the owners' to
 * end.
 */
export function handedOutRoutes(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const owner = requireMay("manage_members");
  routes.get("/api/account/keys", guard, owner, async (c) => {
    const query = readQuery(c, HandedOutQuery);
    if (!query.ok) return refusal(c, query.problem);
    const { householdId } = c.var.member;
    const by = query.value.created_by ?? null;
    return c.json(
      (await listHandedOut(ports.db, { householdId, by, now: ports.clock() })) satisfies HandedOut,
    );
  });
  routes.post("/api/account/keys/revoke", guard, owner, async (c) => {
    const body = await jsonBody(c, Revocation, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<Revoked>(c, await revokeAllKeys(ports, c.var, body.value.created_by ?? null));
  });
  return routes;
}
