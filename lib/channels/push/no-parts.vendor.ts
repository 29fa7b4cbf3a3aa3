/**
 * Bundles take this in place of what firebase-admin brings along for other work than ours (the aliases of wrangler.toml),
 * 41 KB of gzip and 60 KB of streams for old Nodes that a cold start would pay for: node-fetch, where each platform has a
 * `fetch` of its own; what asks Google's own machines who they are, where the account is given; a proxy on the way to
 * Google; and answers in parts, which only a batch gets.
 */
const ownFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);
export default ownFetch;

class NotCarried {
  constructor() {
    throw new Error("This part of firebase-admin is not carried");
  }
}
const notCarried = (): never => {
  throw new Error("This part of firebase-admin is not carried");
};

export {
  NotCarried as Dicer,
  NotCarried as HttpsProxyAgent,
  notCarried as getGCPResidency,
  notCarried as instance,
  notCarried as isAvailable,
  notCarried as project,
  notCarried as universe,
};
