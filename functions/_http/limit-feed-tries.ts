import type { Context } from "hono";
import type { Problem } from "../../lib/domain/outcome.ts";
import type { Limiter } from "../../lib/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { limitProblem } from "./rate-limit.ts";

const TRIES_POLICY = { name: "feed-tries", limit: LIMITS.feedTriesPerHour, windowSeconds: 3_600 };

/** One count a home, whoever of its people tries and on which way; null where this one may go on. */
export const feedTryProblem = (c: Context, limiter: Limiter, householdId: string): Promise<Problem | null> =>
  limitProblem(c, limiter, TRIES_POLICY, householdId);
