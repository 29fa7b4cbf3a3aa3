import type { IncomingMessage } from "node:http";
import { fromHttpCookies } from "./http-cookies.ts";

export const NAMELESS_HOST = "localhost";
/** Who calls, by the socket; whoever sends it is not believed. */
const CALLER_HEADER = "x-machine-caller";
/** What ends a host in an address: behind one of these the rest of the header would be read as the path. */
const ENDS_HOST = /[/?#@\\]/;

export interface RequestRules {
  /** True if cookies also work without TLS. */
  httpCookies: boolean;
}

/** Null where the request names no path on a host, as `OPTIONS *` does. Small senders leave the host out. */
export function urlOf({ url = "", headers }: IncomingMessage): URL | null {
  const host = headers.host || NAMELESS_HOST;
  return url.startsWith("/") && !ENDS_HOST.test(host) ? URL.parse(`http://${host}${url}`) : null;
}

/** A request with the headers as the functions are to see them, and its body where that is there already. */
export function prepare(incoming: IncomingMessage, body: Buffer | null, { httpCookies }: RequestRules): void {
  const { headers, socket } = incoming;
  setHeader(incoming, CALLER_HEADER, socket.remoteAddress?.replace(/^::ffff:/, ""));
  if (httpCookies && headers.cookie !== undefined)
    setHeader(incoming, "cookie", fromHttpCookies(headers.cookie));
  if (body === null) return;
  if (headers["transfer-encoding"] !== undefined) setHeader(incoming, "content-length", String(body.length));
  // By this name the adapter takes a body that has been read.
  Object.assign(incoming, { rawBody: body });
}

/** In both forms that Node keeps. */
function setHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string | undefined): void {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  delete headers[name];
  if (value === undefined) return;
  headers[name] = value;
  rawHeaders.push(name, value);
}
