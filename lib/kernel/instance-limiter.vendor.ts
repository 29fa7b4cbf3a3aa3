import { KERNEL_LIMITS } from "./limits.ts";
import type { Clock, Limiter, LimitPolicy, LimitVerdict } from "./ports.ts";

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
  const windows = new Map<string, Window>();
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

function currentWindow(
  windows: Map<string, Window>,
  key: string,
  startedAt: number,
  windowMs: number,
): Window {
  const known = windows.get(key);
  if (known?.startedAt === startedAt) return known;
  const previous = known?.startedAt === startedAt - windowMs ? known.count : 0;
  const window = { startedAt, count: 0, previous, unreported: 0 };
  windows.delete(key);
  windows.set(key, window);
  dropOldest(windows);
  return window;
}

/** A map keeps the order of insertion, so that its first key is the longest untouched. */
function dropOldest(windows: Map<string, Window>): void {
  const [oldest] = windows.keys();
  if (windows.size > KERNEL_LIMITS.limiterLocalKeysMax && oldest !== undefined) windows.delete(oldest);
}
