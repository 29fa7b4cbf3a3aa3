/** Google's packages know no other addresses than these. */
const REDIRECTED = ["fcm.googleapis.com", "oauth2.googleapis.com"];

export const REDIRECT_WORKER = "sandbox-redirect";

/**
 * A worker that all requests of a function go out through: those to Google reach the sandbox, under the same
 * path, all others the place they are for.
 */
export function redirectWorker(sandboxUrl: string, compatibilityDate: string) {
  const contents = `const hosts = ${JSON.stringify(REDIRECTED)};
export default {
  fetch(request) {
    const url = new URL(request.url);
    if (!hosts.includes(url.hostname)) return fetch(request);
    return fetch(new Request(${JSON.stringify(sandboxUrl)} + url.pathname + url.search, request));
  },
};`;
  return {
    name: REDIRECT_WORKER,
    modules: [{ type: "ESModule" as const, path: `${REDIRECT_WORKER}.js`, contents }],
    compatibilityDate,
  };
}
