import type { MiddlewareHandler } from "hono";
import type { IdempotentPorts } from "./idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "./in-background.ts";
import type { Route } from "./mounted-routes.ts";
import { limitSignInTries } from "./rate-limit.ts";
import {
  csrf,
  onceInSession,
  requireMay,
  requireProof,
  type SessionEnv,
  type SessionPorts,
} from "./require-session.ts";

/** The steps before a person's route, in this order: who they are, if they may act, and only then idempotency. */
export function sessionGuards(
  ports: SessionPorts & IdempotentPorts & WakePorts,
  guard: MiddlewareHandler<SessionEnv>,
) {
  const ownPages = csrf(ports.baseUrl);
  return ({ open, tries, may, proof, makes, once, wakes }: Route) => [
    open ? ownPages : guard,
    tries && limitSignInTries(ports),
    may && requireMay(may),
    proof && requireProof(ports),
    (makes || once) && onceInSession(ports),
    wakes && wakeAfterWrites(ports),
  ];
}
