import type { Context } from "hono";
import type { Acting } from "../../lib/domain/acting.ts";
import type { Problem } from "../../lib/domain/outcome.ts";
import { type SpendPorts, spend } from "../../lib/flows/spend.ts";

/** One count a home, whoever of its people tries and on which way; null where this one may go on. */
export async function feedTryProblem(c: Context, ports: SpendPorts, acting: Acting): Promise<Problem | null> {
  const spent = await spend(ports, acting, "feed_try");
  if (spent.ok) return null;
  if ("retryAfterSeconds" in spent) c.header("Retry-After", String(spent.retryAfterSeconds));
  return spent.problem;
}
