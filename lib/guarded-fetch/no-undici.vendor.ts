/**
 * What stands in for undici on Workers, which have no sockets of Node's: their own `fetch`, which chooses the
 * address by itself and reaches public space only (`global_fetch_strictly_public` in wrangler.toml).
 */
export class Agent {}

export const fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);
