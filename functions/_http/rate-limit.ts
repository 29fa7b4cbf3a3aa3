import type { Context, MiddlewareHandler } from "hono";
import { ipBucket } from "../../lib/kernel/network.ts";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Edge, Limiter, LimitPolicy, LimitVerdict } from "../../lib/kernel/ports.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import type { RateLimit } from "../../schema/limits.ts";
import { clientIp } from "./caller.ts";
import { refusal } from "./reply.ts";

/** Counts the request of a subject; answers the 429 when it is over the limit, null when it may go on. */
export async function overLimit(
  c: Context,
  limiter: Limiter,
  policy: LimitPolicy,
  subject: string | null,
): Promise<Response | null> {
  const problem = await limitProblem(c, limiter, policy, subject);
  return problem === null ? null : refusal(c, problem);
}

/** The same for a caller that words the answer differently. A null subject is not counted. */
export const limitProblem = async (
  c: Context,
  limiter: Limiter,
  policy: LimitPolicy,
  subject: string | null,
): Promise<Problem | null> =>
  subject === null ? null : verdictProblem(c, policy, await limiter(policy, subject));

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

/**
 * The subject of what is counted by its caller's address. Where nobody tells addresses nothing is counted: one count for
 * everybody would let one caller shut the door on all others. What stands behind these doors is a secret of
 * 190 bits, or has a count of its own.
 */
export function callerOf(c: Context, edge: Edge): string | null {
  const ip = clientIp(c, edge);
  return ip === null ? null : ipBucket(ip);
}

/** The guard of a route whose limit counts callers; none where it counts something else, or nothing. */
export const limitCallers = (
  { limiter, edge }: CoreServices,
  limit: RateLimit | undefined,
): MiddlewareHandler | false =>
  limit?.subject === "caller" &&
  (async (c, next) => (await overLimit(c, limiter, limit, callerOf(c, edge))) ?? (await next()));
