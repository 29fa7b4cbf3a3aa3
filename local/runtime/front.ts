import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestTo,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "../start/start-error.ts";
import { fromHttpCookies, toHttpCookie } from "./egress-proxy.ts";
import { answer, bodyBytesMaxAt, readWhole, refuseBroken, refuseLong } from "./front-answers.ts";

interface FrontOptions {
  host: string;
  port: number;
  /** The address at which the functions listen. */
  upstream: string;
  /** True if a server in front of this machine reports the caller's address (`EDGE=cloudflare`). */
  keepsCallerHeader: boolean;
  /** True if cookies also work without TLS. */
  httpCookies?: boolean;
  onLog: (line: string) => void;
}

/** An idle connection is kept longer than any client keeps it, so that the client never loses a request. */
const SERVER_LIMITS = {
  keepAliveTimeout: 120_000,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  // Small senders leave the host out, and nothing is decided by it.
  requireHostHeader: false,
};
const UPSTREAM_SOCKETS_MAX = 256;

/** Says how long a sender waits before it tries again, where the functions could not be reached. */
const RETRY_AFTER_SECONDS = 5;
const UNREACHABLE = "The functions can't be reached right now: try again in a few seconds";

const NAMELESS_HOST = "localhost";
const CALLER_HEADER = "cf-connecting-ip";
/** Headers that belong to one connection, not to the request. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "content-length",
  "expect",
]);

const WITH_BODY = new Set(["POST", "PUT", "PATCH"]);
/**
 * What a platform's edge does, on one machine: takes requests whole before a function sees them, tells the
 * caller's address by the socket, and answers itself what is no proper HTTP.
 */
export async function startFront(options: FrontOptions): Promise<{ stop(): Promise<void> }> {
  // A connection for each request: the runtime closes one on which it has refused a body unread, or that has idled,
  // and what is just being sent on it is lost. Nobody can tell then whether it may be sent again.
  const agent = new Agent({ keepAlive: false, maxSockets: UPSTREAM_SOCKETS_MAX });
  const lengthless = new WeakSet<Socket>();
  const server = createServer(SERVER_LIMITS, (request, response) => {
    if (saysNoLength(request)) lengthless.add(request.socket);
    else lengthless.delete(request.socket);
    serve(request, response, agent, options).catch((error: unknown) => {
      options.onLog(logLine("error", "front_failed", { route: routeOf(request), error: messageOf(error) }));
      if (response.headersSent) response.destroy();
      else answer(request, response, 502, UNREACHABLE, { "Retry-After": String(RETRY_AFTER_SECONDS) });
    });
  });
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    refuseBroken(error.code ?? "", lengthless.has(socket as Socket), socket as Socket);
  });
  await listen(server, options);
  return { stop: () => stopServer(server, agent) };
}

function listen(server: Server, { host, port }: FrontOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", ({ message }) =>
      reject(new StartError(`Nothing can listen on ${host}:${port}: ${message}`)),
    );
    server.listen(port, host, resolve);
  });
}

function stopServer(server: Server, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
    agent.destroy();
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
  options: FrontOptions,
): Promise<void> {
  const bytesMax = bodyBytesMaxAt(request.url ?? "/");
  if (Number(request.headers["content-length"]) > bytesMax) return refuseLong(request, response, bytesMax);
  const body = await readWhole(request, bytesMax);
  if (body === "broken_off") {
    options.onLog(logLine("warn", "body_broken_off", { route: routeOf(request) }));
    return;
  }
  if (body === "too_long") return refuseLong(request, response, bytesMax);
  await forward(request, response, body, agent, options);
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  agent: Agent,
  { upstream, keepsCallerHeader, httpCookies = false }: FrontOptions,
): Promise<void> {
  const known = headersFor(request, body, keepsCallerHeader);
  const headers = httpCookies ? changed(known, "cookie", fromHttpCookies) : known;
  return new Promise((resolve, reject) => {
    const onward = requestTo(upstream, {
      agent,
      headers,
      method: request.method,
      path: request.url,
      setHost: false,
    });
    response.once("close", () => {
      onward.destroy();
      resolve();
    });
    onward.once("error", (error) => (response.destroyed ? resolve() : reject(error)));
    onward.once("response", (reply) => {
      const told = passedOn(reply.rawHeaders, RESPONSE_DROPPED);
      response.writeHead(
        reply.statusCode ?? 502,
        httpCookies ? changed(told, "set-cookie", toHttpCookie) : told,
      );
      reply.once("error", () => response.destroy());
      reply.pipe(response);
    });
    onward.end(body);
  });
}

/** A known length of the answer is kept: it tells the client when it has all of it. */
const RESPONSE_DROPPED = new Set([...HOP_BY_HOP].filter((name) => name !== "content-length"));

function headersFor(request: IncomingMessage, body: Buffer, keepsCallerHeader: boolean): string[] {
  const dropped = keepsCallerHeader ? HOP_BY_HOP : new Set([...HOP_BY_HOP, CALLER_HEADER]);
  const headers = passedOn(request.rawHeaders, dropped);
  // HTTP/1.0 knows no name of the server, small senders leave it out, and the functions need one.
  if (request.headers.host === undefined) headers.push("Host", NAMELESS_HOST);
  const hasBody = body.length > 0 || request.headers["content-length"] !== undefined;
  if (hasBody) headers.push("Content-Length", String(body.length));
  const caller = request.socket.remoteAddress?.replace(/^::ffff:/, "");
  if (!keepsCallerHeader && caller !== undefined) headers.push(CALLER_HEADER, caller);
  return headers;
}

function passedOn(raw: readonly string[], dropped: ReadonlySet<string>): string[] {
  return raw.filter((_, at) => !dropped.has((raw[at - (at % 2)] ?? "").toLowerCase()));
}

/** The same headers with every value of one name changed. */
function changed(raw: readonly string[], name: string, change: (value: string) => string): string[] {
  return raw.map((text, at) => (at % 2 === 1 && raw[at - 1]?.toLowerCase() === name ? change(text) : text));
}

/** Without a length a request has no body (RFC 9112, 6.3): what follows it is read as the next request. */
const saysNoLength = ({ method = "", headers }: IncomingMessage): boolean =>
  WITH_BODY.has(method) &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;

/** The method and the path, but for the part of it that may be a secret. */
const routeOf = ({ method, url = "" }: IncomingMessage): string =>
  `${method} ${/^\/(api\/)?[\w-]*/.exec(url)?.[0] ?? ""}`;

const logLine = (level: "warn" | "error", event: string, fields: object): string =>
  JSON.stringify({ time: new Date(), level, event, ...fields });
