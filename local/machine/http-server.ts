import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { groupOf } from "../../functions/all/paths.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "../start/project.ts";
import { answer, bodyBytesMaxAt, readWhole, refuseBroken, refused, refuseLong } from "./front-answers.ts";
import type { Background, Functions } from "./functions.ts";
import type { AnswersFor } from "./own-names.ts";
import { NAMELESS_HOST, prepare, type RequestRules, toHttpCookie, urlOf } from "./request-headers.ts";
import type { SiteFiles } from "./site-files.ts";

interface HttpServerOptions extends RequestRules {
  host: string;
  port: number;
  /** Answers through the functions. */
  answer: Functions["answer"];
  site: SiteFiles;
  answersFor: AnswersFor;
  background: Background;
  onLog: (line: string) => void;
  /** Shorter limits, for tests that wait for them. */
  limits?: Partial<typeof SERVER_LIMITS & { silentMs: number }>;
}

/** Keeps idle connections longer than any client does: the client closes first, and never loses a request. */
const SERVER_LIMITS = {
  keepAliveTimeout: 120_000,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // Small senders omit the host, and nothing depends on it.
  requireHostHeader: false,
};
/** A connection without any traffic for this long: the other end has gone, or reads as slowly as it can. */
const SILENT_MS_MAX = 130_000;
const CONNECTIONS_MAX = 1_000;
/** Concurrent requests. Further callers get an answer to come again. */
const REQUESTS_MAX = 256;
/** The remaining places are for devices, so that pages and exports can't keep a leak out. */
const OTHER_REQUESTS_MAX = 192;
/** Concurrent exports: each keeps the database busy for seconds, and devices wait for it, too. */
const EXPORTS_MAX = 8;
const EXPORT = /\/(?:readings\.csv|export|export\.zip)$/;
/** Bodies that are longer, or that don't say their length, are read too, but only so many at once: each takes up to 256 KB. */
const SHORT_BODY_BYTES_MAX = 65_536;
const LONG_BODIES_MAX = 64;
/** How long a stop waits for requests in progress. */
const STOP_MS_MAX = 10_000;

const WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

/** Serves the functions over HTTP, with the limits that a platform's edge would enforce. */
export async function startHttpServer(options: HttpServerOptions): Promise<{ stop(): Promise<void> }> {
  const lengthless = new WeakSet<Socket>();
  const connections = new OpenConnections(CONNECTIONS_MAX);
  const underWay = { all: 0, exports: 0, longBodies: 0 };
  const toFunctions: Fetch = (request) => options.answer(request, (work) => options.background.add(work));
  const compressing = compressed(options.site, toFunctions);
  const toPages: Fetch = async (request) => asSeen(await compressing(request), options);
  const logFailure = (error: unknown) =>
    options.onLog(logLine("error", "request_failed", { error: messageOf(error) }));
  const answered = async (incoming: IncomingMessage, outgoing: ServerResponse, { url, body }: Received) => {
    const isDevices = groupOf(url.pathname) === "ingest";
    const requestsMax = isDevices ? REQUESTS_MAX : OTHER_REQUESTS_MAX;
    const isExport = EXPORT.test(url.pathname);
    if (underWay.all >= requestsMax || (isExport && underWay.exports >= EXPORTS_MAX))
      return answer(incoming, outgoing, "busy");
    underWay.all += 1;
    if (isExport) underWay.exports += 1;
    connections.beginAnswer(incoming.socket);
    try {
      await options.background.room();
      prepare(incoming, body, options);
      const errorHandler = (error: unknown): Response => {
        if (error instanceof RequestError) return refused(incoming, "not_http");
        logFailure(error);
        return refused(incoming, "internal");
      };
      const fetch = isDevices ? toFunctions : toPages;
      await getRequestListener(fetch, { hostname: NAMELESS_HOST, errorHandler })(incoming, outgoing);
    } finally {
      underWay.all -= 1;
      if (isExport) underWay.exports -= 1;
      connections.endAnswer(incoming.socket);
    }
  };
  const { limits } = options;
  const server = createServer({ ...SERVER_LIMITS, ...limits }, (incoming, outgoing) => {
    if (saysNoLength(incoming)) lengthless.add(incoming.socket);
    else lengthless.delete(incoming.socket);
    // A stopping server keeps no connection alive: the client opens a new one, to its successor.
    if (!server.listening) outgoing.shouldKeepAlive = false;
    receive(incoming, outgoing, options, underWay)
      .then((request) => request && answered(incoming, outgoing, request))
      .catch((error: unknown) => {
        logFailure(error);
        if (outgoing.headersSent) outgoing.destroy();
        else answer(incoming, outgoing, "internal");
      });
  });
  server.on("checkExpectation", (incoming, outgoing) => answer(incoming, outgoing, "expectation_failed"));
  server.on("connection", (socket) => connections.add(socket));
  server.timeout = limits?.silentMs ?? SILENT_MS_MAX;
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    refuseBroken(error.code ?? "", lengthless.has(socket as Socket), socket as Socket);
  });
  const { host, port } = options;
  await once(server.listen(port, host), "listening").catch((error: unknown) => {
    throw new StartError(`Nothing can listen on ${host}:${port}: ${messageOf(error)}`);
  });
  return { stop: () => stop(server) };
}

/** Requests in progress still get their answer; idle connections end at once. */
async function stop(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS_MAX);
  await once(server.close(), "close");
  clearTimeout(timer);
}

/** A request with its whole body; null if it has none. */
type Received = { url: URL; body: Buffer | null };

/** Receives a request, or refuses it and returns undefined. A caller with a slow body only occupies its connection. */
async function receive(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { answersFor, onLog }: HttpServerOptions,
  underWay: { longBodies: number },
): Promise<Received | undefined> {
  const url = urlOf(incoming);
  if (url === null) return void answer(incoming, outgoing, "not_http");
  if (!answersFor(url.hostname, url.pathname, incoming.headers.authorization))
    return void answer(incoming, outgoing, "unknown_host");
  // A web `Request` can't have the method TRACE. Under a name that no route has, the path refuses it.
  if (incoming.method === "TRACE") incoming.method = "UNKNOWN";
  const declared = Number(incoming.headers["content-length"] ?? Number.NaN);
  const bytesMax = bodyBytesMaxAt(url.pathname);
  if (declared > bytesMax) return void refuseLong(incoming, outgoing, bytesMax);
  if (saysNoBody(incoming)) return { url, body: null };
  const isLong = !(declared <= SHORT_BODY_BYTES_MAX) && bytesMax > SHORT_BODY_BYTES_MAX;
  if (isLong && underWay.longBodies >= LONG_BODIES_MAX) return void answer(incoming, outgoing, "busy");
  if (isLong) underWay.longBodies += 1;
  const body = await readWhole(incoming, bytesMax);
  if (isLong) underWay.longBodies -= 1;
  if (body === "too_long") return void refuseLong(incoming, outgoing, bytesMax);
  if (body !== "broken_off") return { url, body };
  onLog(logLine("warn", "body_broken_off", { method: incoming.method }));
}

type Fetch = (request: Request) => Response | Promise<Response>;

/** Compresses responses if the client accepts that, except those to devices, which are shorter than a packet. */
function compressed(site: SiteFiles, answer: Fetch): Fetch {
  const app = new Hono().use(compress());
  app.get("*", async (c, next) => (await site(c.req.raw)) ?? (await next()));
  app.all("*", (c) => answer(c.req.raw));
  app.onError((error) => {
    throw error;
  });
  return app.fetch;
}

/** Rewrites cookies for an address without TLS, where browsers store no `Secure` cookie. */
function asSeen(response: Response, { httpCookies }: RequestRules): Response {
  const cookies = httpCookies ? response.headers.getSetCookie() : [];
  if (cookies.length > 0) response.headers.delete("set-cookie");
  for (const cookie of cookies) response.headers.append("set-cookie", toHttpCookie(cookie));
  return response;
}

const saysNoBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;

/** Without a length a request has no body (RFC 9112, 6.3), and what follows is read as the next request. */
const saysNoLength = (incoming: IncomingMessage): boolean =>
  WITH_BODY.has(incoming.method ?? "") && saysNoBody(incoming);

const logLine = (level: "warn" | "error", event: string, fields: object): string =>
  JSON.stringify({ time: new Date(), level, event, ...fields });

/**
 * A server's open connections. Opening many without sending a whole request keeps nobody out: beyond the limit, the one
 * that has waited longest for a whole request is closed.
 */
export class OpenConnections {
  readonly #max: number;
  readonly #open = new Set<Socket>();
  /** Connections on which no request is being answered; the longest wait comes first. */
  readonly #waiting = new Set<Socket>();

  constructor(max: number) {
    this.#max = max;
  }

  add(socket: Socket): void {
    this.#open.add(socket);
    this.#waiting.add(socket);
    socket.once("close", () => this.#forget(socket));
    if (this.#open.size <= this.#max) return;
    const [oldest = socket] = this.#waiting;
    this.#forget(oldest);
    oldest.destroy();
  }

  beginAnswer(socket: Socket): void {
    this.#waiting.delete(socket);
  }

  endAnswer(socket: Socket): void {
    if (this.#open.has(socket)) this.#waiting.add(socket);
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket);
    this.#waiting.delete(socket);
  }
}
