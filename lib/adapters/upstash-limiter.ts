import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { LIMITS } from "../../schema/limits.ts";
import type { Clock, Limiter, LimitPolicy, LimitVerdict, Report } from "../ports.ts";
import { instanceLimiter } from "./instance-limiter.ts";

export type UpstashOptions = { url: string; token: string; clock: Clock; report: Report };

/**
 * One sliding window across all instances. While Redis is down, slow or answers rubbish, this instance
 * counts for itself: a request is never refused and never waits long because of the limiter.
 */
export function upstashLimiter({ url, token, clock, report }: UpstashOptions): Limiter {
  const redis = new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(LIMITS.limiterTimeoutMs),
  });
  const shared = new Map<string, Ratelimit>();
  const local = instanceLimiter(clock);
  const breaker = newBreaker(clock, report);
  return async (policy, subject) => {
    if (breaker.isOpen()) return local(policy, subject);
    try {
      const verdict = await askShared(shared, redis, policy, subject, clock);
      breaker.succeeded();
      return verdict;
    } catch (error) {
      breaker.failed(error);
      return local(policy, subject);
    }
  };
}

async function askShared(
  shared: Map<string, Ratelimit>,
  redis: Redis,
  policy: LimitPolicy,
  subject: string,
  clock: Clock,
): Promise<LimitVerdict> {
  const limiter = shared.get(policy.name) ?? newRatelimit(redis, policy);
  shared.set(policy.name, limiter);
  const result = await limiter.limit(subject);
  if (result.reason === "timeout") throw new Error("no answer in time");
  if (!Number.isFinite(result.reset) || result.limit !== policy.limit) throw new Error("answered rubbish");
  const resetSeconds = Math.max(0, Math.ceil((result.reset - clock().getTime()) / 1_000));
  return { allowed: result.success, remaining: Math.max(0, result.remaining), resetSeconds };
}

/**
 * The package's own cache is off: one refusal would block a device just over the limit for the rest of the
 * window and halve what it gets through.
 */
const newRatelimit = (redis: Redis, policy: LimitPolicy): Ratelimit =>
  new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(policy.limit, `${policy.windowSeconds} s`),
    prefix: `hearthwatch/${policy.name}`,
    ephemeralCache: false,
    analytics: false,
    timeout: LIMITS.limiterTimeoutMs,
  });

function newBreaker(clock: Clock, report: Report) {
  let failures = 0;
  let closedAgainAt = 0;
  return {
    isOpen: () => clock().getTime() < closedAgainAt,
    succeeded: () => {
      failures = 0;
    },
    failed: (error: unknown) => {
      failures += 1;
      if (failures < LIMITS.limiterBreakerFailures) return;
      failures = 0;
      closedAgainAt = clock().getTime() + LIMITS.limiterBreakerMs;
      report({
        level: "warn",
        event: "shared_limiter_unreachable",
        error: error instanceof Error ? error.message : String(error),
      });
    },
  };
}
