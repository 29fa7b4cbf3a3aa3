/**
 * Replaces undici on Workers, which don't have Node's sockets. Their own `fetch` chooses the address itself, and
 * reaches only public addresses (`global_fetch_strictly_public` in wrangler.toml).
 */
export class Agent {}

export const fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);
