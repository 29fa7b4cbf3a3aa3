import type { Context } from "hono";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Limiter, LimitPolicy, LimitVerdict } from "../../lib/kernel/ports.ts";
import { refusal } from "./reply.ts";

/** Counts the request; answers the 429 when it is over the limit, null when it may go on. */
export async function overLimit(
  c: Context,
  limiter: Limiter,
  policy: LimitPolicy,
  subject: string,
): Promise<Response | null> {
  const problem = await limitProblem(c, limiter, policy, subject);
  return problem === null ? null : refusal(c, problem);
}

/** The same for whoever words the answer otherwise. */
export async function limitProblem(
  c: Context,
  limiter: Limiter,
  policy: LimitPolicy,
  subject: string,
): Promise<Problem | null> {
  return verdictProblem(c, policy, await limiter(policy, subject));
}

/** Shows what is left; the problem where nothing is, null where the request may go on. */
export function verdictProblem(c: Context, policy: LimitPolicy, verdict: LimitVerdict): Problem | null {
  const resetSeconds = Math.ceil(verdict.resetSeconds);
  c.header("RateLimit-Policy", `"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`);
  c.header("RateLimit", `"${policy.name}";r=${verdict.remaining};t=${resetSeconds}`);
  if (verdict.allowed) return null;
  const seconds = Math.max(1, resetSeconds);
  c.header("Retry-After", String(seconds));
  return {
    name: "rate_limited",
    sentence: `Rate limit exceeded: ${policy.limit} requests in ${policy.windowSeconds} seconds; try again in ${seconds} s`,
  };
}
