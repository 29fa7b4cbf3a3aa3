import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { effectivePlan } from "../../lib/kernel/plan.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import type { ActingMember } from "../../lib/people/activity.ts";
import { type Action, may, planAllows } from "../../lib/people/entitlement.ts";
import { findApiCaller } from "../../lib/people/handed-out.queries.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { type ApiScope, type Plan, SECRET_TYPES } from "../../schema/vocabulary.ts";
import { refusal } from "./app.ts";
import { hashHex } from "./body.ts";
import { bearer, clientIp } from "./caller.ts";
import { sessionToken } from "./cookies.ts";
import { overLimit } from "./rate-limit.ts";
import { actingIn, forbidden, goOnUnless, type HomeEnv, requireSession } from "./require-session.ts";

const READING = ["GET", "HEAD"];

/** The caller of a home's route; `member` is set only for a person. */
type CallerEnv = { Variables: HomeEnv["Variables"] & Partial<ActingMember> };

/**
 * Lets programs in by an API key and people by a session. A key's scope is checked against the method, a person's role
 * against `action`. If a request has both, the key decides: a browser never sends one on its own.
 */
export function requireHome(services: Services) {
  const byKey = requireApiKey(services) as MiddlewareHandler;
  const bySession = requireSession(services) as MiddlewareHandler;
  return behind((c, next) => (hasSessionAlone(c) ? bySession(c, next) : byKey(c, next)));
}

/** Lets only people in, by a session, on a path that the specification opens to sessions only. */
export const requireHomeSession = (services: Services) =>
  behind(requireSession(services) as MiddlewareHandler);

const behind =
  (enter: MiddlewareHandler) =>
  (action: Action | undefined): readonly MiddlewareHandler[] => [enter, actForHome(action)];

const hasSessionAlone = (c: Context): boolean => bearer(c) === null && sessionToken(c) !== null;

/** Checks a person's role and plan, and sets which home they act for. Does nothing for a key. */
const actForHome = (action: Action | undefined) =>
  createMiddleware<CallerEnv>(async (c, next) => {
    const { member, actor } = c.var;
    if (member === undefined || actor === undefined) return await next();
    const refused = action === undefined ? null : forbidden(c, action, member);
    if (refused !== null) return refused;
    c.set("acting", actingIn({ member, actor }));
    c.set("mayManageFeeds", may("manage_feeds", member) === "yes");
    return await next();
  });

/**
 * Lets an API key in if its scope has the method and its household's plan has the API. Costs one database call. The
 * household comes from the key only.
 */
function requireApiKey(services: CoreServices) {
  const { db, clock, limiter } = services;
  const goOn = goOnUnless(services);
  return createMiddleware<HomeEnv>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const key = bearer(c);
    if (key === null || !isWellFormedSecret(SECRET_TYPES.apiKey, key)) return unknownKey(c);
    const refused = await overLimit(c, limiter, RATE_LIMITS.api, await hashHex(key));
    if (refused !== null) return refused;
    const now = clock();
    const found = await findApiCaller(db, key, now);
    if (found === null) return unknownKey(c);
    const actor = { type: "api_key", id: found.apiKeyId, ip: clientIp(c, services.edge) } as const;
    const acting = { householdId: found.householdId, actor };
    c.set("acting", acting);
    c.set("mayManageFeeds", found.scope === "write");
    return await goOn(mayNot(c, effectivePlan(found, now), found.scope), c, next, acting);
  });
}

/** Refuses if the plan or the scope doesn't allow the request; else returns null. */
function mayNot(c: Context, plan: Plan, scope: ApiScope): Response | null {
  if (!planAllows("use_api", plan)) return refusal(c, { name: "pro_required" });
  const isRead = READING.includes(c.req.method);
  return !isRead && scope === "read" ? refusal(c, { name: "api_scope" }) : null;
}

function unknownKey(c: Context): Response {
  c.header("WWW-Authenticate", "Bearer");
  return refusal(c, { name: "bad_api_key" });
}
