import type { MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { wakeAfterWrites } from "./in-background.ts";
import type { Route } from "./mounted-routes.ts";
import { limitCallers } from "./rate-limit.ts";
import { csrf, onceInSession, requireMay, requireProof, type SessionEnv } from "./require-session.ts";

/** The steps before a person's route, in this order: who they are, if they may act, and only then idempotency. */
export function sessionGuards(services: Services, guard: MiddlewareHandler<SessionEnv>) {
  const ownPages = csrf(services.baseUrl);
  return ({ audience, limit, may, proof, makes, once, wakes }: Route) => [
    audience === "anyone" ? ownPages : guard,
    limitCallers(services, limit),
    may && requireMay(may),
    proof && requireProof(services),
    (makes || once) && onceInSession(services),
    wakes && wakeAfterWrites(services),
  ];
}
