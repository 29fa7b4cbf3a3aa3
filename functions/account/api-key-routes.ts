import { Hono, type MiddlewareHandler } from "hono";
import { listApiKeys } from "../../lib/people/api-keys.queries.ts";
import { createApiKey, revokeKey } from "../../lib/people/keys.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type ApiKeyList, type ApiKeyWithSecret, NewApiKey } from "../../schema/wire/account/keys.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { onceInSession } from "../_http/acting.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

import type { KeyPorts } from "./key-ports.ts";

/** Keys of programs that work for a home. */
export function apiKeyRoutes(ports: KeyPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const allowed = requireMay("manage_api_keys");
  routes.get("/api/account/api-keys", guard, allowed, async (c) => {
    const api_keys = await listApiKeys(ports.db, c.var.member.householdId);
    return c.json({ api_keys } satisfies ApiKeyList);
  });
  routes.post("/api/account/api-keys", guard, allowed, onceInSession(ports), async (c) => {
    const body = await jsonBody(c, NewApiKey, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return replyLimited<ApiKeyWithSecret>(c, await createApiKey(ports, c.var, body.value), 201);
  });
  routes.delete("/api/account/api-keys/:id", guard, allowed, async (c) =>
    reply<Ok>(c, await revokeKey(ports, c.var, { kind: "api_keys", id: pathId(c) })),
  );
  return routes;
}
