import { createMiddleware } from "hono/factory";
import { may } from "../../lib/people/entitlement.ts";
import type { Action } from "../../schema/vocabulary.ts";
import { refusal } from "./reply.ts";
import type { SessionEnv } from "./require-session.ts";

/** After `requireSession`: refuses whoever's role or plan does not have the action. */
export const requireMay = (action: Action) =>
  createMiddleware<SessionEnv>(async (c, next) => {
    const verdict = may(action, c.var.member);
    if (verdict === "yes") return await next();
    return refusal(c, { name: verdict === "role" ? "role_forbids" : "pro_required" });
  });
