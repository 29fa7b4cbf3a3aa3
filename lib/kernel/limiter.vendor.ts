import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import QuickLRU from "quick-lru";
import type { Clock, Limiter, LimitPolicy, LimitVerdict, Random, Report, SharedLimiter } from "./ports.ts";
import { messageOf } from "./text.ts";

/** The limits of the limiter. Each name ends with its unit. */
export const LIMITER_LIMITS = {
  limiterTimeoutMs: 300,
  /** Concurrent calls of one instance to the shared limiter. */
  limiterAsksMax: 4,
  /** The longest wait for a call to the shared limiter while Redis answers. Once Redis is out, nobody waits. */
  limiterQueueMs: 3_000,
  /** After this many failures in a row, Redis isn't called for `limiterBreakerMs`. */
  limiterBreakerFailures: 3,
  limiterBreakerMs: 10_000,
  limiterLocalKeysMax: 10_000,
} as const;

const POLL_MS_MIN = 3;
/** Added to the longest pause for each other waiting caller, since polling takes CPU time from the calls themselves. */
const POLL_MS_EACH = 2;
const POLL_MS_MAX = 40;

/** The moments of a subject's latest requests, and how many of them the shared limiter hasn't counted. */
type Requests = { moments: number[]; unreported: number };

/** Counts a request in this instance. `count`: those since the window that the shared limiter counts in began. */
type InstanceLimiter = (
  policy: LimitPolicy,
  subject: string,
) => LimitVerdict & { requests: Requests; count: number };

const windowSecondsOf = ({ countedSeconds, windowSeconds }: LimitPolicy): number =>
  countedSeconds ?? windowSeconds;

/**
 * Counts a sliding window in this instance alone, as the specification requires while the shared limiter is down. The
 * count is exact: whoever waits for a window after a burst has the whole limit again.
 */
export function instanceLimiter(clock: Clock): InstanceLimiter {
  // QuickLRU holds up to twice `maxSize` entries.
  const known = new QuickLRU<string, Requests>({ maxSize: LIMITER_LIMITS.limiterLocalKeysMax / 2 });
  return (policy, subject) => {
    const windowMs = windowSecondsOf(policy) * 1_000;
    const now = clock().getTime();
    const key = `${policy.name}/${subject}`;
    const requests = known.get(key) ?? { moments: [], unreported: 0 };
    known.set(key, requests);
    const moments = requests.moments.filter((at) => at > now - windowMs);
    const startedAt = Math.floor(now / windowMs) * windowMs;
    const before = moments.filter((at) => at >= startedAt).length;
    requests.unreported = Math.min(requests.unreported, before);
    requests.moments = moments;
    const remaining = policy.limit - moments.length - 1;
    const allowed = remaining >= 0;
    if (allowed) moments.push(now);
    const resetSeconds = Math.ceil(((moments[0] ?? now) + windowMs - now) / 1_000);
    return { allowed, remaining: Math.max(0, remaining), resetSeconds, requests, count: before + 1 };
  };
}

/** The limiter of an installation with a single process, which needs no shared count. */
export function localLimiter(clock: Clock): Limiter {
  const counted = instanceLimiter(clock);
  return async (policy, subject) => {
    const { allowed, remaining, resetSeconds } = counted(policy, subject);
    return { allowed, remaining, resetSeconds };
  };
}

/**
 * A semaphore: lets `most` callers of this instance proceed at a time, so that a burst doesn't time out in its own
 * queue. Each caller polls by its own timer, since in an edge runtime one request must not wake another. Returns the
 * function that releases the turn, or null after `waitMs` or once `isPointless` returns true.
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

/** The part of a Redis client that `@upstash/ratelimit` uses. */
export type CountingRedis = ConstructorParameters<typeof Ratelimit>[0]["redis"];

type SharedOptions = { redis: CountingRedis; clock: Clock; random: Random; report: Report };

/**
 * Counts in this instance first. A subject with few requests goes no further, and a request over this instance's own
 * limit is refused at once. Otherwise the shared limiter (one sliding window for all instances) gets the count and
 * decides. While Redis is down, slow or sends invalid answers, this instance counts alone: an outage of Redis never
 * refuses a request, nor delays it for long.
 */
export function upstashLimiter(options: SharedOptions): Limiter {
  const shared = sharedCount(options);
  const local = instanceLimiter(options.clock);
  const turn = waitForTurn(LIMITER_LIMITS.limiterAsksMax, options.random);
  return async (policy, subject) => {
    const { requests, count, ...mine } = local(policy, subject);
    if (!mine.allowed) return mine;
    const isFew = count <= (policy.localRequests ?? 0);
    const done = isFew || shared.isOut() ? null : await turn(LIMITER_LIMITS.limiterQueueMs, shared.isOut);
    if (done === null) {
      requests.unreported += 1;
      return mine;
    }
    const untold = requests.unreported + 1;
    requests.unreported = 0;
    const verdict = await shared.ask(policy, subject, untold);
    done();
    if (verdict === null) {
      requests.unreported += untold;
      return mine;
    }
    if (!verdict.allowed) requests.moments.pop();
    return verdict;
  };
}

/** Counts in Redis alone. Returns null while Redis is down. */
export function upstashSharedLimiter(options: SharedOptions): SharedLimiter {
  const { ask } = sharedCount(options);
  return (policy, subject) => ask(policy, subject, 1);
}

/**
 * A circuit breaker before Redis: `ask` returns null for a failed call. After several failures in a row it pauses all
 * calls for a while, and again after each further failure until Redis answers. An outage logs one line.
 */
function sharedCount({ redis, clock, report }: SharedOptions) {
  const count = sharedWindow(redis, clock);
  let failures = 0;
  let backAtMs = 0;
  const isOut = () => clock().getTime() < backAtMs;
  const ask = async (policy: LimitPolicy, subject: string, requests: number) => {
    if (isOut()) return null;
    try {
      const verdict = await count(policy, subject, requests);
      failures = 0;
      return verdict;
    } catch (error) {
      // Calls that were in flight when the breaker opened don't count as further failures.
      if (isOut()) return null;
      failures += 1;
      if (failures >= LIMITER_LIMITS.limiterBreakerFailures)
        backAtMs = clock().getTime() + LIMITER_LIMITS.limiterBreakerMs;
      if (failures === LIMITER_LIMITS.limiterBreakerFailures)
        report({ level: "warn", event: "shared_limiter_unreachable", error: messageOf(error) });
      return null;
    }
  };
  return { isOut, ask };
}

/** Upstash's Redis over HTTP. */
export const upstashRedis = (at: { url: string; token: string }): CountingRedis =>
  new Redis({
    ...at,
    retry: false,
    enableTelemetry: false,
    // Pipelining would send one request's command over another request's connection, which edge runtimes forbid.
    enableAutoPipelining: false,
    signal: () => AbortSignal.timeout(LIMITER_LIMITS.limiterTimeoutMs),
  });

function sharedWindow(redis: CountingRedis, clock: Clock) {
  const limiters = new Map<string, Ratelimit>();
  return async (policy: LimitPolicy, subject: string, requests: number): Promise<LimitVerdict> => {
    const limiter = limiters.get(policy.name) ?? newRatelimit(redis, policy);
    limiters.set(policy.name, limiter);
    const result = await limiter.limit(subject, { rate: requests });
    if (result.reason === "timeout") throw new Error("Redis did not answer in time");
    if (!Number.isFinite(result.reset) || result.limit !== policy.limit)
      throw new Error("Redis answered rubbish");
    const resetSeconds = Math.max(0, Math.ceil((result.reset - clock().getTime()) / 1_000));
    return { allowed: result.success, remaining: Math.max(0, result.remaining), resetSeconds };
  };
}

/**
 * The package's own cache is disabled. After one refusal it would block a device just over its limit for the rest of
 * the window, which halves the requests that get through.
 */
const newRatelimit = (redis: CountingRedis, policy: LimitPolicy): Ratelimit =>
  new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(policy.limit, `${windowSecondsOf(policy)} s`),
    prefix: `hearthwatch/${policy.name}`,
    ephemeralCache: false,
    analytics: false,
    timeout: LIMITER_LIMITS.limiterTimeoutMs,
  });
