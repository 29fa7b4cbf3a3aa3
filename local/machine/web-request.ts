import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Asked } from "../../functions/ingest/exchange.ts";
import { done, refuse } from "../../lib/kernel/outcome.ts";
import { fromHttpCookies } from "../runtime/egress-proxy.ts";

const NAMELESS_HOST = "localhost";
const CALLER_HEADER = "cf-connecting-ip";
const BODILESS = new Set(["GET", "HEAD"]);
/** Headers that belong to one connection, not to the request. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
]);

export interface RequestRules {
  /** True if a server in front of this machine reports the caller's address (`EDGE=cloudflare`). */
  keepsCallerHeader: boolean;
  /** True if cookies also work without TLS. */
  httpCookies: boolean;
}

/** What ends a host in an address: behind one of these the rest of the header would be read as the path. */
const ENDS_HOST = /[/?#@\\]/;

/** Null where the request names no path on a host, as `OPTIONS *` does. Small senders leave the host out. */
export function urlOf({ url = "", headers }: IncomingMessage): URL | null {
  const host = headers.host || NAMELESS_HOST;
  return url.startsWith("/") && !ENDS_HOST.test(host) ? URL.parse(`http://${host}${url}`) : null;
}

/**
 * The web's own form of a request. A body that is there already is handed over whole, any other as a stream
 * that whoever reads it counts.
 */
export function webRequest(
  incoming: IncomingMessage,
  url: URL,
  body: Buffer | null,
  rules: RequestRules,
): Request {
  const { method = "GET" } = incoming;
  const headers = headersOf(incoming, body, rules);
  if (BODILESS.has(method)) return new Request(url, { method, headers });
  if (body !== null)
    return new Request(url, { method, headers, body: body.length === 0 ? null : new Uint8Array(body) });
  return new Request(url, { method, headers, body: streamOf(incoming), duplex: "half" } as RequestInit);
}

/**
 * The same as the ingest function alone reads it, which is asked more often than all others: no object of the web's is made. Null
 * where one would differ: headers that come several times are joined by rules of their own.
 */
export function plainRequest(
  { method = "", headers, rawHeaders, socket }: IncomingMessage,
  { pathname, search }: URL,
  body: Buffer | null,
  { keepsCallerHeader }: RequestRules,
): Omit<Asked, "waitUntil"> | null {
  if (body === null || method !== "POST" || headers.cookie !== undefined) return null;
  if (rawHeaders.length !== 2 * Object.keys(headers).length) return null;
  const header = (name: string): string | undefined => {
    const lower = name.toLowerCase();
    const value = lower === CALLER_HEADER && !keepsCallerHeader ? callerOf(socket) : headers[lower];
    return value?.toString();
  };
  const read: Asked["read"] = async (bytesMax) =>
    body.length > bytesMax ? refuse("body_too_large") : done(body);
  return { method, path: pathname, search, header, read };
}

/** A reader that stops early leaves the connection open for the answer. */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function headersOf(
  { rawHeaders, headers, socket }: IncomingMessage,
  body: Buffer | null,
  { keepsCallerHeader, httpCookies }: RequestRules,
): Headers {
  const made = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (HOP_BY_HOP.has(name) || (name === CALLER_HEADER && !keepsCallerHeader)) continue;
    const value = rawHeaders[at + 1] ?? "";
    made.append(name, name === "cookie" && httpCookies ? fromHttpCookies(value) : value);
  }
  if (headers.host === undefined) made.set("host", NAMELESS_HOST);
  if (body !== null && body.length > 0) made.set("content-length", String(body.length));
  const caller = callerOf(socket);
  if (!keepsCallerHeader && caller !== undefined) made.set(CALLER_HEADER, caller);
  return made;
}

const callerOf = ({ remoteAddress }: Socket): string | undefined => remoteAddress?.replace(/^::ffff:/, "");
