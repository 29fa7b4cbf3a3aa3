import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { LIMITS } from "../../schema/limits.ts";
import type { Clock, Limiter, LimitPolicy, LimitVerdict, Random, Report, SharedLimiter } from "../ports.ts";
import { newBreaker } from "./breaker.ts";
import { instanceLimiter } from "./instance-limiter.ts";
import { waitForTurn } from "./turns.ts";

export type UpstashOptions = { url: string; token: string; clock: Clock; random: Random; report: Report };

/**
 * Counts here first. A subject of few requests never gets further; of any other the shared limiter, one
 * sliding window across all instances, is told how many there were and asked. What this instance alone has
 * let through already is refused without asking. While Redis is down, slow or answers rubbish, this instance
 * counts for itself: a request is never refused and never waits long because of the limiter.
 */
export function upstashLimiter({ url, token, clock, random, report }: UpstashOptions): Limiter {
  const askShared = sharedWindow(url, token, clock);
  const local = instanceLimiter(clock);
  const breaker = newBreaker("shared_limiter_unreachable", clock, report);
  const turn = waitForTurn(LIMITS.limiterAsksMax, random);
  return async (policy, subject) => {
    const counted = local(policy, subject);
    const { allowed, remaining, resetSeconds } = counted;
    const mine: LimitVerdict = { allowed, remaining, resetSeconds };
    if (!allowed) return mine;
    const isFew = counted.count <= (policy.localRequests ?? 0);
    const done = isFew || breaker.isOpen() ? null : await turn(LIMITS.limiterQueueMs, breaker.isOpen);
    if (done === null) {
      counted.keepUntold(1);
      return mine;
    }
    const requests = counted.tell();
    try {
      const verdict = await askShared(policy, subject, requests);
      breaker.succeeded();
      if (!verdict.allowed) counted.giveBack();
      return verdict;
    } catch (error) {
      counted.keepUntold(requests);
      breaker.failed(error);
      return mine;
    } finally {
      done();
    }
  };
}

/** Nothing is counted here: while Redis is away there is no answer. */
export function upstashSharedLimiter({ url, token, clock, report }: UpstashOptions): SharedLimiter {
  const askShared = sharedWindow(url, token, clock);
  const breaker = newBreaker("shared_limiter_unreachable", clock, report);
  return async (policy, subject) => {
    if (breaker.isOpen()) return null;
    try {
      const verdict = await askShared(policy, subject, 1);
      breaker.succeeded();
      return verdict;
    } catch (error) {
      breaker.failed(error);
      return null;
    }
  };
}

function sharedWindow(url: string, token: string, clock: Clock) {
  const redis = new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    // It would send one request's command with another's connection, which an edge runtime forbids.
    enableAutoPipelining: false,
    signal: () => AbortSignal.timeout(LIMITS.limiterTimeoutMs),
  });
  const limiters = new Map<string, Ratelimit>();
  return async (policy: LimitPolicy, subject: string, requests: number): Promise<LimitVerdict> => {
    const limiter = limiters.get(policy.name) ?? newRatelimit(redis, policy);
    limiters.set(policy.name, limiter);
    const result = await limiter.limit(subject, { rate: requests });
    if (result.reason === "timeout") throw new Error("no answer in time");
    if (!Number.isFinite(result.reset) || result.limit !== sharedLimitOf(policy))
      throw new Error("answered rubbish");
    const resetSeconds = Math.max(0, Math.ceil((result.reset - clock().getTime()) / 1_000));
    const remaining = Math.max(0, result.remaining - (sharedLimitOf(policy) - policy.limit));
    return { allowed: result.success, remaining, resetSeconds };
  };
}

const sharedLimitOf = ({ limit, gate }: LimitPolicy): number => gate ?? limit;

/**
 * The package's own cache is off: one refusal would block a device just over the limit for the rest of the
 * window and halve what it gets through.
 */
const newRatelimit = (redis: Redis, policy: LimitPolicy): Ratelimit =>
  new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(sharedLimitOf(policy), `${policy.windowSeconds} s`),
    prefix: `hearthwatch/${policy.name}`,
    ephemeralCache: false,
    analytics: false,
    timeout: LIMITS.limiterTimeoutMs,
  });
