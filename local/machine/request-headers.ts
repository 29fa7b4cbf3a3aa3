import type { IncomingMessage } from "node:http";

export const NAMELESS_HOST = "localhost";
/** The caller's address from the socket; one sent by the caller is discarded. */
const CALLER_HEADER = "x-machine-caller";
/** The characters that end a host in a URL: the rest of the header would be read as the path. */
const ENDS_HOST = /[/?#@\\]/;

export interface RequestRules {
  /** True if cookies also work without TLS. */
  httpCookies: boolean;
}

/** `GET http://hearth.home/a HTTP/1.1`: in this proxy form the URL's host counts, whatever the header says. */
function toOriginForm(incoming: IncomingMessage): void {
  const asked = /^https?:\/\//i.test(incoming.url ?? "") ? URL.parse(incoming.url ?? "") : null;
  if (asked === null) return;
  incoming.url = asked.pathname + asked.search;
  setHeader(incoming, "host", asked.host);
}

/**
 * Returns a request's URL, or null if it names no path on a host (as `OPTIONS *`), or two hosts: a proxy in front may
 * have used the other one. Small senders omit the host.
 */
export function urlOf(incoming: IncomingMessage): URL | null {
  if ((incoming.headersDistinct.host?.length ?? 0) > 1) return null;
  toOriginForm(incoming);
  const { url = "", headers } = incoming;
  const host = headers.host || NAMELESS_HOST;
  return url.startsWith("/") && !ENDS_HOST.test(host) ? URL.parse(`http://${host}${url}`) : null;
}

/** Sets the headers as the functions expect them, and the body if it has been read. */
export function prepare(incoming: IncomingMessage, body: Buffer | null, { httpCookies }: RequestRules): void {
  const { headers, socket } = incoming;
  setHeader(incoming, CALLER_HEADER, socket.remoteAddress?.replace(/^::ffff:/, ""));
  if (httpCookies && headers.cookie !== undefined)
    setHeader(incoming, "cookie", fromHttpCookies(headers.cookie));
  if (body === null) return;
  if (headers["transfer-encoding"] !== undefined) setHeader(incoming, "content-length", String(body.length));
  // The adapter takes an already read body under this name.
  Object.assign(incoming, { rawBody: body });
}

/** Sets a header in both forms that Node keeps. */
function setHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string | undefined): void {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  delete headers[name];
  if (value === undefined) return;
  headers[name] = value;
  rawHeaders.push(name, value);
}

/**
 * Cookies for an address without TLS, as in a home's own network, where browsers store no cookie with the prefix
 * `__Host-` or the attribute `Secure`. Everybody in that network can read them, so the operator has to turn them on.
 */
const HOST_PREFIX = "__Host-";
const HTTP_PREFIX = "http-";

export function toHttpCookie(setCookie: string): string {
  if (!setCookie.startsWith(HOST_PREFIX)) return setCookie;
  return HTTP_PREFIX + setCookie.slice(HOST_PREFIX.length).replace(/;\s*secure(?=;|$)/i, "");
}

/** Returns the `Cookie` header as the functions know it. */
function fromHttpCookies(cookie: string): string {
  return cookie
    .split(";")
    .map((pair) => pair.trim())
    .map((pair) => (pair.startsWith(HTTP_PREFIX) ? HOST_PREFIX + pair.slice(HTTP_PREFIX.length) : pair))
    .join("; ");
}
