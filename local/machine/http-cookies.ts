/**
 * Cookies for an address without TLS, as in a home's own network: browsers keep no cookie with the prefix
 * `__Host-` or the attribute `Secure` there. Everybody in that network can read them, so they are given only
 * where it is asked for.
 */
const HOST_PREFIX = "__Host-";
const HTTP_PREFIX = "http-";

export function toHttpCookie(setCookie: string): string {
  if (!setCookie.startsWith(HOST_PREFIX)) return setCookie;
  return HTTP_PREFIX + setCookie.slice(HOST_PREFIX.length).replace(/;\s*secure(?=;|$)/i, "");
}

/** The `Cookie` header as the functions know it. */
export function fromHttpCookies(cookie: string): string {
  return cookie
    .split(";")
    .map((pair) => pair.trim())
    .map((pair) => (pair.startsWith(HTTP_PREFIX) ? HOST_PREFIX + pair.slice(HTTP_PREFIX.length) : pair))
    .join("; ");
}
