import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type Action, may } from "../../lib/people/entitlement.ts";
import type { ActingMember } from "../../lib/people/items.ts";
import { bearer } from "./caller.ts";
import { sessionToken } from "./cookies.ts";
import { requireApiKey } from "./require-api-key.ts";
import { actingIn, forbidden, type HomeEnv, requireSession } from "./require-session.ts";

/** Whoever a home's route lets in; `member` where it is a person. */
type CallerEnv = { Variables: HomeEnv["Variables"] & Partial<ActingMember> };

/**
 * Lets a home's programs in by an API key, whose scope is judged by the method, and its people by their session, whose
 * role is asked for `action`. A key decides where both are sent: a browser never sends one by itself.
 */
export function requireHome(services: Services) {
  const byKey = requireApiKey(services) as MiddlewareHandler;
  const bySession = requireSession(services) as MiddlewareHandler;
  return behind((c, next) => (hasSessionAlone(c) ? bySession(c, next) : byKey(c, next)));
}

/** The same for a path that the specification opens by a session alone. */
export const requireHomeSession = (services: Services) =>
  behind(requireSession(services) as MiddlewareHandler);

const behind =
  (enter: MiddlewareHandler) =>
  (action: Action | undefined): readonly MiddlewareHandler[] => [enter, actForHome(action)];

const hasSessionAlone = (c: Context): boolean => bearer(c) === null && sessionToken(c) !== null;

/** Where a person has come in: what their role and plan allow, and who they act for. */
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
