import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import QuickLRU from "quick-lru";
import type { Clock, Limiter, LimitPolicy, LimitVerdict, Random, Report, SharedLimiter } from "./ports.ts";
import { messageOf } from "./text.ts";

/** The limits of the limiter, unit last. */
export const LIMITER_LIMITS = {
  limiterTimeoutMs: 300,
  /** Questions that one instance has open at the shared limiter at a time. */
  limiterAsksMax: 4,
  /** How long a burst may queue for it while it answers; once it does not, nobody waits. */
  limiterQueueMs: 3_000,
  /** After this many failures in a row the shared limiter is left alone for a while. */
  limiterBreakerFailures: 3,
  limiterBreakerMs: 10_000,
  limiterLocalKeysMax: 10_000,
} as const;

const POLL_MS_MIN = 3;
/** Each caller that waits beside adds this much to the longest pause: looking costs time that the turns need. */
const POLL_MS_EACH = 2;
const POLL_MS_MAX = 40;

type Window = { startedAt: number; count: number; previous: number; unreported: number };

/** Counts a request here, in the window that it belongs to. */
type InstanceLimiter = (policy: LimitPolicy, subject: string) => LimitVerdict & { window: Window };

const windowSecondsOf = ({ countedSeconds, windowSeconds }: LimitPolicy): number =>
  countedSeconds ?? windowSeconds;

/**
 * How long after its start a full window lets the next request in: as soon as so much of the window before has slid
 * out, which is much sooner than its end.
 */
function freeAgainMs(limit: number, { count, previous }: Window, windowMs: number): number {
  const room = limit - count;
  return room <= 0 || previous === 0 ? windowMs : windowMs * (1 - room / previous);
}

/** A sliding window counted by this instance alone: what the spec promises where the shared one is out. */
export function instanceLimiter(clock: Clock): InstanceLimiter {
  // It holds up to twice its size.
  const windows = new QuickLRU<string, Window>({ maxSize: LIMITER_LIMITS.limiterLocalKeysMax / 2 });
  const windowOf = (key: string, startedAt: number, windowMs: number): Window => {
    const known = windows.get(key);
    if (known?.startedAt === startedAt) return known;
    const previous = known?.startedAt === startedAt - windowMs ? known.count : 0;
    const window = { startedAt, count: 0, previous, unreported: 0 };
    windows.set(key, window);
    return window;
  };
  return (policy, subject) => {
    const windowMs = windowSecondsOf(policy) * 1_000;
    const now = clock().getTime();
    const startedAt = Math.floor(now / windowMs) * windowMs;
    const window = windowOf(`${policy.name}/${subject}`, startedAt, windowMs);
    const elapsedShare = (now - startedAt) / windowMs;
    const used = Math.floor(window.previous * (1 - elapsedShare)) + window.count;
    const allowed = used < policy.limit;
    const freeMs = allowed ? windowMs : freeAgainMs(policy.limit, window, windowMs);
    const resetSeconds = Math.ceil((startedAt + freeMs - now) / 1_000);
    if (allowed) window.count += 1;
    return { allowed, remaining: Math.max(0, policy.limit - used - 1), resetSeconds, window };
  };
}

/** The limiter of a process beside which there is no other: nobody else has to be asked. */
export function localLimiter(clock: Clock): Limiter {
  const count = instanceLimiter(clock);
  return async (policy, subject) => {
    const { window: _, ...verdict } = count(policy, subject);
    return verdict;
  };
}

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

/** A Redis, as the package that counts asks it. */
export type CountingRedis = ConstructorParameters<typeof Ratelimit>[0]["redis"];

type SharedOptions = { redis: CountingRedis; clock: Clock; random: Random; report: Report };

/**
 * Counts here first. A subject with few requests never gets further. For any other, the shared limiter, one sliding
 * window across all instances, gets the count and decides. A request over this instance's own count is refused
 * without asking. While Redis is down, slow or answers rubbish, this instance counts alone: a request is never
 * refused and never waits long because of the limiter.
 */
export function upstashLimiter(options: SharedOptions): Limiter {
  const shared = sharedCount(options);
  const local = instanceLimiter(options.clock);
  const turn = waitForTurn(LIMITER_LIMITS.limiterAsksMax, options.random);
  return async (policy, subject) => {
    const { window, ...mine } = local(policy, subject);
    if (!mine.allowed) return mine;
    const isFew = window.count <= (policy.localRequests ?? 0);
    const done = isFew || shared.isOut() ? null : await turn(LIMITER_LIMITS.limiterQueueMs, shared.isOut);
    if (done === null) {
      window.unreported += 1;
      return mine;
    }
    const requests = window.unreported + 1;
    window.unreported = 0;
    const verdict = await shared.ask(policy, subject, requests);
    done();
    if (verdict === null) {
      window.unreported += requests;
      return mine;
    }
    if (!verdict.allowed) window.count -= 1;
    return verdict;
  };
}

/** Nothing is counted here: while Redis is away there is no answer. */
export function upstashSharedLimiter(options: SharedOptions): SharedLimiter {
  const { ask } = sharedCount(options);
  return (policy, subject) => ask(policy, subject, 1);
}

/**
 * Redis, which has no answer where it fails: it is left alone for a while after several failures in a row, and again
 * after each further one until it answers. An outage is one line of the log.
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
      // Calls that were under way when it was given up say nothing new.
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

/** Upstash's, over HTTP. */
export const upstashRedis = (at: { url: string; token: string }): CountingRedis =>
  new Redis({
    ...at,
    retry: false,
    enableTelemetry: false,
    // It would send one request's command with another's connection, which an edge runtime forbids.
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
 * The package's own cache is off: one refusal would block a device just over the limit for the rest of the
 * window and halve what it gets through.
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
