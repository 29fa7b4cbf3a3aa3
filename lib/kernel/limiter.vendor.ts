import { KERNEL_LIMITS } from "./limits.ts";
import type { Clock, Limiter, LimitPolicy, LimitVerdict, Random, Report, SharedLimiter } from "./ports.ts";
import { messageOf } from "./text.ts";

const POLL_MS_MIN = 3;
/**
 * Each caller that waits beside adds this much to the longest pause: looking costs time that the turns need.
 */
const POLL_MS_EACH = 2;
const POLL_MS_MAX = 40;

/**
 * A sliding window as `@upstash/ratelimit` counts it, under its keys, so that an instance of an earlier release counts the
 * same; its packages are 108 KB for this one call. The first line lets Upstash run scripts of other keys beside it.
 */
const COUNT_SCRIPT = `#!lua flags=allow-key-locking
local limit, now, size, rate = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local before = math.floor((1 - now % size / size) * tonumber(redis.call("GET", KEYS[2]) or 0))
if before + tonumber(redis.call("GET", KEYS[1]) or 0) >= limit then return {-1, limit} end
local counted = redis.call("INCRBY", KEYS[1], rate)
if counted == rate then redis.call("PEXPIRE", KEYS[1], size * 2 + 1000) end
return {limit - counted - before, limit}`;

type Window = { startedAt: number; count: number; previous: number; unreported: number };

/** A request counted here. */
type LocalVerdict = LimitVerdict & {
  /** Requests in the present window, this one included. */
  count: number;
  /** Uncounts it, where it turned out not to have gone through. */
  giveBack: () => void;
  /** It goes through, and the shared limiter does not know. */
  keepUnreported: (requests: number) => void;
  /** Requests of the window that went through untold, and this one: from now on the shared limiter knows. */
  tell: () => number;
};

type InstanceLimiter = (policy: LimitPolicy, subject: string) => LocalVerdict;

/** A sliding window counted by this instance alone: what the spec promises where the shared one is out. */
export function instanceLimiter(clock: Clock): InstanceLimiter {
  const windows = newWindows();
  return (policy, subject) => {
    const windowMs = policy.windowSeconds * 1_000;
    const now = clock().getTime();
    const startedAt = Math.floor(now / windowMs) * windowMs;
    const window = currentWindow(windows, `${policy.name}/${subject}`, startedAt, windowMs);
    const elapsedShare = (now - startedAt) / windowMs;
    const used = Math.floor(window.previous * (1 - elapsedShare)) + window.count;
    const resetSeconds = Math.ceil((startedAt + windowMs - now) / 1_000);
    const allowed = used < (policy.gate ?? policy.limit);
    if (allowed) window.count += 1;
    const remaining = Math.max(0, policy.limit - used - 1);
    return { allowed, remaining, resetSeconds, count: window.count, ...changesOf(window) };
  };
}

/** The limiter of a process beside which there is no other: nobody else has to be asked. */
export function localLimiter(clock: Clock): Limiter {
  const count = instanceLimiter(clock);
  return async (policy, subject) => {
    const { allowed, remaining, resetSeconds } = count(policy, subject);
    return { allowed, remaining, resetSeconds };
  };
}

function changesOf(window: Window): Pick<LocalVerdict, "giveBack" | "keepUnreported" | "tell"> {
  return {
    giveBack: () => {
      window.count -= 1;
    },
    keepUnreported: (requests) => {
      window.unreported += requests;
    },
    tell: () => {
      const requests = window.unreported + 1;
      window.unreported = 0;
      return requests;
    },
  };
}

type Windows = { find(key: string): Window | undefined; keep(key: string, window: Window): void };

/**
 * Forgets the older half of its keys at a time: to find the oldest one of a map, V8 walks over all that were deleted before
 * it, which took a tenth of a post's own time where there were more devices than keys.
 */
function newWindows(): Windows {
  let newer = new Map<string, Window>();
  let older = newer;
  return {
    find: (key) => newer.get(key) ?? older.get(key),
    keep: (key, window) => {
      newer.set(key, window);
      if (newer.size < KERNEL_LIMITS.limiterLocalKeysMax / 2) return;
      older = newer;
      newer = new Map();
    },
  };
}

function currentWindow(windows: Windows, key: string, startedAt: number, windowMs: number): Window {
  const known = windows.find(key);
  if (known?.startedAt === startedAt) return known;
  const previous = known?.startedAt === startedAt - windowMs ? known.count : 0;
  const window = { startedAt, count: 0, previous, unreported: 0 };
  windows.keep(key, window);
  return window;
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
      if (failures < KERNEL_LIMITS.limiterBreakerFailures) return;
      failures = 0;
      closedAgainAt = clock().getTime() + KERNEL_LIMITS.limiterBreakerMs;
      report({ level: "warn", event, error: messageOf(error) });
    },
  };
}

export type UpstashOptions = { url: string; token: string; clock: Clock; random: Random; report: Report };

/**
 * Counts here first. A subject with few requests never gets further. For any other, the shared limiter, one sliding
 * window across all instances, gets the count and decides. A request over this instance's own count is refused
 * without asking. While Redis is down, slow or answers rubbish, this instance counts alone: a request is never
 * refused and never waits long because of the limiter.
 */
export function upstashLimiter({ url, token, clock, random, report }: UpstashOptions): Limiter {
  const askShared = sharedWindow(url, token, clock);
  const local = instanceLimiter(clock);
  const breaker = newBreaker("shared_limiter_unreachable", clock, report);
  const turn = waitForTurn(KERNEL_LIMITS.limiterAsksMax, random);
  return async (policy, subject) => {
    const counted = local(policy, subject);
    const { allowed, remaining, resetSeconds } = counted;
    const mine: LimitVerdict = { allowed, remaining, resetSeconds };
    if (!allowed) return mine;
    const isFew = counted.count <= (policy.localRequests ?? 0);
    const done = isFew || breaker.isOpen() ? null : await turn(KERNEL_LIMITS.limiterQueueMs, breaker.isOpen);
    if (done === null) {
      counted.keepUnreported(1);
      return mine;
    }
    const requests = counted.tell();
    try {
      const verdict = await askShared(policy, subject, requests);
      breaker.succeeded();
      if (!verdict.allowed) counted.giveBack();
      return verdict;
    } catch (error) {
      counted.keepUnreported(requests);
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
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const ask = async (command: (string | number)[]): Promise<unknown> => {
    const signal = AbortSignal.timeout(KERNEL_LIMITS.limiterTimeoutMs);
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(command), signal });
    if (!response.ok) throw new Error(`Redis answered ${response.status}`);
    return ((await response.json()) as { result?: unknown }).result;
  };
  return async (policy: LimitPolicy, subject: string, requests: number): Promise<LimitVerdict> => {
    const [limit, sizeMs, nowMs] = [sharedLimitOf(policy), policy.windowSeconds * 1_000, clock().getTime()];
    const turn = Math.floor(nowMs / sizeMs);
    const keys = [turn, turn - 1].map((number) => `hearthwatch/${policy.name}:${subject}:${number}`);
    const result = await ask(["EVAL", COUNT_SCRIPT, 2, ...keys, limit, nowMs, sizeMs, requests]);
    const [left, isLimit] = Array.isArray(result) ? (result as unknown[]) : [];
    if (typeof left !== "number" || isLimit !== limit) throw new Error("Redis answered rubbish");
    const resetSeconds = Math.max(0, Math.ceil(((turn + 1) * sizeMs - clock().getTime()) / 1_000));
    const remaining = Math.max(0, left - (limit - policy.limit));
    return { allowed: left >= 0, remaining, resetSeconds };
  };
}

const sharedLimitOf = ({ limit, gate }: LimitPolicy): number => gate ?? limit;
