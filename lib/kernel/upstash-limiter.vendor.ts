import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { LIMITS } from "../../schema/limits.ts";
import { instanceLimiter } from "./instance-limiter.vendor.ts";
import type { Clock, Limiter, LimitPolicy, LimitVerdict, Random, Report, SharedLimiter } from "./ports.ts";
import { messageOf } from "./text.ts";

const POLL_MS_MIN = 3;
/**
 * Each caller that waits beside adds this much to the longest pause: looking costs time that the turns need.
 */
const POLL_MS_EACH = 2;
const POLL_MS_MAX = 40;

/**
 * Lets `most` callers of this instance go on at a time, so that a burst does not time out in a queue of its
 * own making. Each waits by its own timer: in an edge runtime one request must not wake another. Answers what
 * to call at the end, or null when the wait took `waitMs` or `isPointless` became true.
 */
function waitForTurn(most: number, random: Random) {
  let taken = 0;
  let waiting = 0;
  const done = () => {
    taken -= 1;
  };
  const pauseMs = () =>
    POLL_MS_MIN + ((random(1)[0] ?? 0) / 255) * Math.min(POLL_MS_EACH * waiting, POLL_MS_MAX);
  return async (waitMs: number, isPointless: () => boolean): Promise<(() => void) | null> => {
    waiting += 1;
    try {
      for (let waited = 0; taken >= most; ) {
        if (waited >= waitMs || isPointless()) return null;
        const ms = pauseMs();
        await new Promise((resolve) => setTimeout(resolve, ms));
        waited += ms;
      }
      taken += 1;
      return done;
    } finally {
      waiting -= 1;
    }
  };
}

type Breaker = { isOpen(): boolean; succeeded(): void; failed(error: unknown): void };

/** Leaves a dependency alone for a while after several failures in a row, and says so once a time. */
function newBreaker(event: string, clock: Clock, report: Report): Breaker {
  let failures = 0;
  let closedAgainAt = 0;
  const isOpen = () => clock().getTime() < closedAgainAt;
  return {
    isOpen,
    succeeded: () => {
      failures = 0;
    },
    failed: (error) => {
      // Calls that were under way when it opened say nothing new.
      if (isOpen()) return;
      failures += 1;
      if (failures < LIMITS.limiterBreakerFailures) return;
      failures = 0;
      closedAgainAt = clock().getTime() + LIMITS.limiterBreakerMs;
      report({ level: "warn", event, error: messageOf(error) });
    },
  };
}

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
