import type { LookupFunction } from "node:net";
import { Agent, fetch as undiciFetch } from "undici";

/** `fetch` that connects to the given addresses alone; to whatever the name means now where they are null. */
export type PinnedFetch = (
  url: string,
  init: RequestInit,
  addresses: readonly string[] | null,
) => Promise<Response>;

/**
 * A connection is for one request: kept open, it would serve a later one that was judged by other addresses.
 */
const IDLE_MS = 1;

/**
 * On Node through a dispatcher of undici's, whose lookup answers the addresses that were judged, so that a
 * name which changes its answer in between leads nowhere else. The certificate is still that of the name.
 */
export const pinnedFetch: PinnedFetch = (url, init, addresses) => {
  if (addresses === null) return globalThis.fetch(url, init);
  const dispatcher = new Agent({
    connect: { lookup: lookupOf(addresses) },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  const pinned = { ...init, dispatcher } as Parameters<typeof undiciFetch>[1];
  // The same web standard, in types of its own.
  return undiciFetch(url, pinned) as unknown as Promise<Response>;
};

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_host, { all }, answer) => {
    const [first] = found;
    if (first === undefined) answer(new Error("No address was judged"), "", 0);
    else if (all) answer(null, found);
    else answer(null, first.address, first.family);
  };
}
