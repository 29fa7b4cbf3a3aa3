/** Google's packages know no other addresses than these. */
const REDIRECTED = ["fcm.googleapis.com", "oauth2.googleapis.com"];

export const EGRESS_WORKER = "egress";

/** The way out of the functions that call the world. */
export interface Egress {
  /** The sandbox that stands in for FCM, where there is one. */
  redirectUrl?: string | undefined;
  /** `url` of the egress proxy, and the origins of our own that are reached without it. */
  proxy?: { url: string; directOrigins: readonly string[] } | undefined;
}

/**
 * A worker that all requests of a function go out through: those to Google reach the sandbox under the same
 * path, those to this machine's own parts go straight, all others through the proxy, which judges where they
 * lead.
 */
export function egressWorker({ redirectUrl = "", proxy }: Egress, compatibilityDate: string) {
  const contents = `const redirected = ${JSON.stringify(redirectUrl === "" ? [] : REDIRECTED)};
const proxy = ${JSON.stringify(proxy?.url ?? null)};
const direct = new Set(${JSON.stringify(proxy?.directOrigins ?? [])});
export default {
  async fetch(request) {
    const url = new URL(request.url);
    if (redirected.includes(url.hostname)) {
      return fetch(new Request(${JSON.stringify(redirectUrl)} + url.pathname + url.search, request));
    }
    if (proxy === null || direct.has(url.origin)) return fetch(request);
    const outgoing = new Request(proxy, request);
    outgoing.headers.set("X-Egress-Url", request.url);
    const answer = await fetch(outgoing, { redirect: "manual" });
    const failure = answer.headers.get("X-Egress-Failure");
    if (failure !== null) throw new Error(failure);
    return answer;
  },
};`;
  return {
    name: EGRESS_WORKER,
    modules: [{ type: "ESModule" as const, path: `${EGRESS_WORKER}.js`, contents }],
    compatibilityDate,
  };
}
