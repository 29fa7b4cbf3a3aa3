import type { Context } from "hono";
import { spend } from "../../lib/budget/spend.actions.ts";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Acting } from "../../lib/people/items.ts";

/** One count for each home, for all its people and on every path; null if this request may continue. */
export async function feedTryProblem(
  c: Context,
  services: Services,
  acting: Acting,
): Promise<Problem | null> {
  const spent = await spend(services, acting, "feed_try");
  if (spent.ok) return null;
  if ("retryAfterSeconds" in spent) c.header("Retry-After", String(spent.retryAfterSeconds));
  return spent.problem;
}
