import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Limited } from "../../lib/people/network.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Edge } from "../_http/client-ip.ts";
import { callerProblem } from "../_http/rate-limit.ts";
import { problemPage } from "./problem-page.tsx";

const TRIES_POLICY = { name: "sign-in-tries", limit: LIMITS.signInTriesPerMinute, windowSeconds: 60 };

/**
 * One count a caller's address, whichever page a link or a code is tried on; a page says when there were too
 * many.
 */
export const countTries = (ports: Pick<Services, "limiter"> & { edge: Edge }) =>
  createMiddleware(async (c, next) => {
    const problem = await callerProblem(c, ports, TRIES_POLICY);
    return problem === null ? await next() : problemPage(c, problem);
  });

/** The problem of a refusal; where the store counted a limit, the answer says when to come back. */
export function withRetry(c: Context, refused: Extract<Limited<unknown>, { ok: false }>): Problem {
  if ("retryAfterSeconds" in refused) c.header("Retry-After", String(refused.retryAfterSeconds));
  return refused.problem;
}
