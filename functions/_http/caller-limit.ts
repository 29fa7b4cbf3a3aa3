import type { Context } from "hono";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { ipBucket } from "../../lib/people/network.ts";
import { clientIp, type Edge } from "./client-ip.ts";
import { limitProblem } from "./rate-limit.ts";
import { refusal } from "./reply.ts";

type Ports = Pick<Services, "limiter"> & { edge: Edge };

/**
 * Counts a request by its caller's address. Where nobody tells addresses nothing is counted: one count for
 * everybody would let one caller shut the door on all others. What stands behind these doors is a secret of
 * 190 bits, or has a count of its own.
 */
export async function callerProblem(
  c: Context,
  { limiter, edge }: Ports,
  policy: LimitPolicy,
): Promise<Problem | null> {
  const ip = clientIp(c, edge);
  return ip === null ? null : await limitProblem(c, limiter, policy, ipBucket(ip));
}

/** The same, worded as JSON. */
export async function overCallerLimit(
  c: Context,
  ports: Ports,
  policy: LimitPolicy,
): Promise<Response | null> {
  const problem = await callerProblem(c, ports, policy);
  return problem === null ? null : refusal(c, problem);
}
