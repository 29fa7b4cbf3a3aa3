import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { effectivePlan } from "../../lib/kernel/plan.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import { planAllows } from "../../lib/people/entitlement.ts";
import { type ApiCallerRecord, findApiCaller } from "../../lib/sharing/api-callers.queries.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { hashHex } from "./body.ts";
import { bearer, clientIp } from "./caller.ts";
import { goOnUnless } from "./log-refusal.ts";
import { overLimit } from "./rate-limit.ts";
import { refusal } from "./reply.ts";
import type { HomeEnv } from "./require-session.ts";

/** Finds out who calls: the household comes from the key and from nowhere else. */
type ApiCaller = Omit<ApiCallerRecord, "trialEndsAt">;

export type ApiEnv = { Variables: HomeEnv["Variables"] & { caller: ApiCaller } };

const READING = ["GET", "HEAD"];

/**
 * Lets a key in whose scope has the method and whose household's plan has the API; its facts cost one call.
 */
export function requireApiKey(services: CoreServices) {
  const { db, clock, limiter } = services;
  const goOn = goOnUnless(services);
  return createMiddleware<ApiEnv>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const key = bearer(c);
    if (key === null || !isWellFormedSecret(SECRET_TYPES.apiKey, key)) return unknownKey(c);
    const refused = await overLimit(c, limiter, RATE_LIMITS.api, await hashHex(key));
    if (refused !== null) return refused;
    const now = clock();
    const found = await findApiCaller(db, key, now);
    if (found === null) return unknownKey(c);
    const caller = { ...found, plan: effectivePlan(found, now) };
    c.set("caller", caller);
    const actor = { type: "api_key", id: caller.apiKeyId, ip: clientIp(c, services.edge) } as const;
    const acting = { householdId: caller.householdId, actor };
    c.set("acting", acting);
    c.set("mayManageFeeds", caller.scope === "write");
    return await goOn(mayNot(c, caller), c, next, acting);
  });
}

/** The refusal of a plan or a scope that does not reach; else null. */
function mayNot(c: Context, { plan, scope }: ApiCaller): Response | null {
  if (!planAllows("use_api", plan)) return refusal(c, { name: "pro_required" });
  const isRead = READING.includes(c.req.method);
  return !isRead && scope === "read" ? refusal(c, { name: "api_scope" }) : null;
}

function unknownKey(c: Context): Response {
  c.header("WWW-Authenticate", "Bearer");
  return refusal(c, { name: "bad_api_key" });
}
