import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { failureOfError } from "../../lib/feeds/guarded-fetch/guarded-fetch.vendor.ts";
import { pinnedFetch } from "../../lib/feeds/guarded-fetch/read-answer.vendor.ts";
import { judgeAddresses } from "../../lib/feeds/url/judge.ts";
import type { ResolveHost } from "../../lib/kernel/ports.ts";
import { listenOnLoopback } from "../processes/loopback-server.ts";

const BODILESS = new Set(["GET", "HEAD"]);

/** Google's packages know no other addresses than these. */
const REDIRECTED = ["fcm.googleapis.com", "oauth2.googleapis.com"];

export const EGRESS_WORKER = "egress";

const HOST_PREFIX = "__Host-";
/** What a cookie is called where the address has no TLS: browsers refuse the prefix there. */
const HTTP_PREFIX = "http-";

/**
 * Headers that belong to this connection alone, or that `fetch` makes anew: it has decompressed what it hands
 * on.
 */
const NOT_HANDED_ON = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "host",
  "content-length",
  "content-encoding",
  "x-egress-url",
  "cf-connecting-ip",
]);

/**
 * Where the functions' requests to the world leave this machine: the name is resolved here, every address
 * must be a public one, and the connection goes to just those. A function's own look at the name may have had
 * another answer.
 */
export async function startEgressProxy(
  resolveHost: ResolveHost,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await listenOnLoopback(
    createServer((request, response) => {
      forward(request, response, resolveHost).catch((error: unknown) => fail(response, wordOf(error)));
    }),
  );
  return { url: `http://127.0.0.1:${server.port}/`, stop: server.stop };
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  resolveHost: ResolveHost,
): Promise<void> {
  const url = URL.parse(String(request.headers["x-egress-url"]));
  if (url === null) return fail(response, "not a URL");
  const addresses = await addressesOf(url.hostname, resolveHost);
  const judged = judgeAddresses(addresses);
  if (!judged.ok) return fail(response, judged.reason);
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const answer = await pinnedFetch(url.href, initOf(request, gone.signal), addresses);
  response.writeHead(answer.status, headersOf(answer));
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body as WebStream), response);
}

const addressesOf = async (hostname: string, resolveHost: ResolveHost): Promise<string[]> => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? await resolveHost(host) : [host];
};

function initOf(request: IncomingMessage, signal: AbortSignal): RequestInit {
  const { method = "GET", headersDistinct } = request;
  const headers = Object.entries(headersDistinct)
    .filter(([name]) => !NOT_HANDED_ON.has(name))
    .flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]));
  const head = { method, headers, redirect: "manual", signal } as const;
  if (BODILESS.has(method)) return head;
  return { ...head, body: Readable.toWeb(request) as ReadableStream, duplex: "half" } as RequestInit;
}

const headersOf = (answer: Response): string[] =>
  [...answer.headers].filter(([name]) => !NOT_HANDED_ON.has(name)).flat();

/** Writes the error as the functions' own reading of it expects. */
const wordOf = (error: unknown): string => {
  const reason = failureOfError(error);
  return reason === "tls" ? "TLS failed" : reason;
};

function fail(response: ServerResponse, reason: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502, { "X-Egress-Failure": reason }).end();
}

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

/**
 * Cookies for an address without TLS, as in a home's own network: browsers keep no cookie with the prefix
 * `__Host-` or the attribute `Secure` there. Everybody in that network can read them, so they are given only
 * where it is asked for.
 */
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
