import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestTo,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { messageOf } from "../../lib/domain/error-text.ts";
import { StartError } from "../start/start-error.ts";
import { fromHttpCookies, toHttpCookie } from "./http-cookies.ts";
import { readWhole } from "./read-whole.ts";

export interface FrontOptions {
  host: string;
  port: number;
  /** The address at which the functions listen. */
  upstream: string;
  /** Whether somebody in front of this machine tells the caller's address already (`EDGE=cloudflare`). */
  keepsCallerHeader: boolean;
  /** Whether cookies also work where the address has no TLS. */
  httpCookies?: boolean;
  onLog: (line: string) => void;
}

/** An idle connection is kept longer than any client keeps it, so that the client never loses a request. */
const SERVER_LIMITS = { keepAliveTimeout: 120_000, headersTimeout: 10_000, requestTimeout: 60_000 };
const UPSTREAM_SOCKETS_MAX = 256;

/** More than any route takes: the functions themselves say which limit it is that a smaller body breaks. */
const BODY_BYTES_MAX = 1_048_576;
const NOT_HTTP = "The request is not well-formed HTTP";
const NO_LENGTH = "The body has no length: send Content-Length, or send it in chunks";
/** How long the rest of a longer one is still read and dropped, so that its sender gets to see the answer. */
const LINGER_MS = 2_000;

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
const STATUS_OF_ERROR: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/**
 * What a platform's edge does, on one machine: takes requests whole before a function sees them, tells the
 * caller's address by the socket, and answers itself what is no proper HTTP.
 */
export async function startFront(options: FrontOptions): Promise<{ stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: UPSTREAM_SOCKETS_MAX });
  const lengthless = new WeakSet<Socket>();
  const server = createServer(SERVER_LIMITS, (request, response) => {
    if (saysNoLength(request)) lengthless.add(request.socket);
    else lengthless.delete(request.socket);
    serve(request, response, agent, options).catch((error: unknown) => {
      options.onLog(logLine("error", "front_failed", { error: messageOf(error) }));
      if (response.headersSent) response.destroy();
      else answer(response, 502, "The functions can't be reached right now: try again in a few seconds");
    });
  });
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    const sentence = lengthless.has(socket as Socket) ? NO_LENGTH : NOT_HTTP;
    refuseBroken(error.code ?? "", sentence, socket as Socket);
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
  const body = await readWhole(request, BODY_BYTES_MAX);
  if (body === "broken_off") {
    options.onLog(logLine("warn", "body_broken_off", { method: request.method }));
    return;
  }
  if (body === "too_long") return refuseLong(request, response);
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
  // HTTP/1.0 knows no name of the server, and the functions need one.
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

function refuseLong(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  answer(response, 413, "Payload too large: 1 MB at most");
  const { socket } = request;
  request.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function answer(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ error: sentence }));
}

/** Without a length a request has no body (RFC 9112, 6.3): what follows it is read as the next request. */
const saysNoLength = ({ method = "", headers }: IncomingMessage): boolean =>
  WITH_BODY.has(method) &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;

/** What the parser of HTTP itself stumbles on: a chunk whose size is none, a header without a colon. */
function refuseBroken(code: string, sentence: string, socket: Socket): void {
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = STATUS_OF_ERROR[code] ?? "400 Bad Request";
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const logLine = (level: "warn" | "error", event: string, fields: object): string =>
  JSON.stringify({ time: new Date(), level, event, ...fields });
