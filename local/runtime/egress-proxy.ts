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
const BODILESS = new Set(["GET", "HEAD"]);

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
