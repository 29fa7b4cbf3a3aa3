import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { registerPush, removePush } from "../../lib/messages/contacts/contacts.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PushRegistration, PushRemoval } from "../../schema/wire/account/contacts.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

export function pushRoutes(
  ports: Pick<Services, "db" | "clock" | "random">,
  guard: MiddlewareHandler<SessionEnv>,
) {
  const routes = new Hono<SessionEnv>();
  routes.post("/api/push/fcm", guard, requireMay("register_push"), async (c) => {
    const body = await jsonBody(c, PushRegistration, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const { token, platform = null, appId = null } = body.value;
    return reply<Ok>(c, await registerPush(ports, c.var, { token, platform, appId }));
  });
  routes.delete("/api/push/fcm", guard, requireMay("remove_push"), async (c) => {
    const body = await jsonBody(c, PushRemoval, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<Ok>(c, await removePush(ports, c.var, body.value.token));
  });
  return routes;
}
