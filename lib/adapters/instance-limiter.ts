import { LIMITS } from "../../schema/limits.ts";
import type { Clock, LimitPolicy, LimitVerdict } from "../ports.ts";

type Window = { startedAt: number; count: number; previous: number };

/** A request counted here; `giveBack` uncounts it, where it turned out not to have gone through. */
export type LocalVerdict = LimitVerdict & { giveBack: () => void };

export type InstanceLimiter = (policy: LimitPolicy, subject: string) => LocalVerdict;

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
    if (used >= policy.limit) return { allowed: false, remaining: 0, resetSeconds, giveBack: () => {} };
    window.count += 1;
    const giveBack = () => {
      window.count -= 1;
    };
    return { allowed: true, remaining: policy.limit - used - 1, resetSeconds, giveBack };
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
  const window = { startedAt, count: 0, previous };
  windows.delete(key);
  windows.set(key, window);
  dropOldest(windows);
  return window;
}

/** A map keeps the order of insertion, so that its first key is the longest untouched. */
function dropOldest(windows: Map<string, Window>): void {
  const [oldest] = windows.keys();
  if (windows.size > LIMITS.limiterLocalKeysMax && oldest !== undefined) windows.delete(oldest);
}
