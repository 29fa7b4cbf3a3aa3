import QuickLRU from "quick-lru";
import type { Clock, ResolveHost } from "../kernel/ports.ts";
import { SECOND_MS } from "../kernel/time.ts";
import type { AskName } from "./doh-resolver.vendor.ts";
import { FETCH_LIMITS } from "./limits.ts";

type Known = { addresses: string[]; untilMs: number };

/**
 * Remembers the addresses of names for as long as their records are valid, in this instance: a tick resolves a
 * host's name once. A name without an address is resolved again. It keeps only values, no call in progress: on
 * Workers nobody may wait for something that another request has begun.
 */
export function rememberedNames(ask: AskName, clock: Clock): ResolveHost {
  const known = new QuickLRU<string, Known>({ maxSize: FETCH_LIMITS.resolvedHostsMax });
  return async (host) => {
    const found = known.get(host);
    if (found !== undefined && clock().getTime() < found.untilMs) return found.addresses;
    known.delete(host);
    const resolved = await ask(host);
    if (resolved === null || resolved.addresses.length === 0) return [];
    const { addresses, seconds } = resolved;
    const untilMs = clock().getTime() + Math.min(seconds, FETCH_LIMITS.resolvedSecondsMax) * SECOND_MS;
    known.set(host, { addresses, untilMs });
    return addresses;
  };
}
