import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { requestIdOf, SECURITY_HEADERS } from "../../functions/_http/app.ts";
import { groupOf } from "../../functions/all/paths.ts";
import { gatherBytes } from "../../lib/kernel/text.ts";
import { LIMITS } from "../../schema/limits.ts";

/** How long the rest of a refused body is still read, so that its sender gets to see the answer. */
const LINGER_MS = 2_000;
/** Refusals that come before any function. Their code is in `X-Error-Code`, as in a function's refusals. */
const REFUSALS = {
  not_http: { status: 400, error: "The request is not well-formed HTTP" },
  no_length: {
    status: 400,
    error: "The body has no length: send Content-Length, or send it in chunks",
  },
  request_timeout: { status: 408, error: "The request took too long to arrive" },
  body_too_large: { status: 413, error: "Payload too large" },
  expectation_failed: { status: 417, error: "Expect takes 100-continue and nothing else" },
  unknown_host: {
    status: 421,
    error: "This machine does not answer under this name: open BASE_URL, or add the name to ALLOWED_HOSTS",
  },
  headers_too_long: { status: 431, error: "The address and the headers are too long: 16 KB at most" },
  internal: { status: 500, error: "Internal error" },
  busy: { status: 503, error: "Too many requests at once: try again in a second" },
} as const;
type Refusal = keyof typeof REFUSALS;

const OF_PARSER: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: "headers_too_long",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** Answers in place of a function, with the headers that every function's response has. */
export function answer(request: IncomingMessage, response: ServerResponse, code: Refusal): void {
  write(request, response, code, REFUSALS[code].error);
  response.end();
}

function write(request: IncomingMessage, response: ServerResponse, code: Refusal, error: string): void {
  const body = JSON.stringify({ error });
  response.writeHead(REFUSALS[code].status, {
    ...headersOf(request, code),
    "Content-Length": Buffer.byteLength(body),
  });
  response.write(body);
}

/** Returns a refusal as a web `Response`, with the same headers. */
export function refused(request: IncomingMessage, code: Refusal): Response {
  const { status, error } = REFUSALS[code];
  return Response.json({ error }, { status, headers: headersOf(request, code) });
}

function headersOf(request: IncomingMessage, code: Refusal): Record<string, string> {
  const [requestId] = request.headersDistinct["x-request-id"] ?? [];
  return {
    ...SECURITY_HEADERS,
    "X-Request-Id": requestIdOf(requestId),
    "X-Error-Code": code,
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...(code === "busy" ? { "Retry-After": "1" } : {}),
  };
}

/**
 * Answers before the whole body has arrived. Our side of the connection ends with the answer. The other side is read
 * for a while longer, because closing with unread bytes resets the connection, and the sender would see no answer.
 */
export function refuseLong(request: IncomingMessage, response: ServerResponse, bytesMax: number): void {
  const { socket } = request;
  response.shouldKeepAlive = false;
  write(
    request,
    response,
    "body_too_large",
    `${REFUSALS.body_too_large.error}: ${bytesMax / 1_024} KB at most`,
  );
  socket.end();
  request.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Answers a request that the HTTP parser rejects: an invalid chunk size, a header without a colon. */
export function refuseBroken(code: string, lacksLength: boolean, socket: Socket): void {
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const refusal = OF_PARSER[code] ?? (lacksLength ? "no_length" : "not_http");
  const { status, error } = REFUSALS[refusal];
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nX-Error-Code: ${refusal}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/**
 * Returns the largest body that any route below a path takes, in bytes. A longer one, or one declared to be, is refused
 * before a function sees it. A route with a lower limit refuses by itself.
 */
export function bodyBytesMaxAt(pathname: string): number {
  const group = groupOf(pathname);
  if (group === "ingest") return LIMITS.ingestBodyBytesMax;
  return group === "inbound" ? LIMITS.inboundBodyBytesMax : LIMITS.apiBodyBytesMax;
}

/** Reads a request's body. Resolves to a word if it is longer than `bytesMax`, or interrupted. */
export function readWhole(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | "too_long" | "broken_off"> {
  return new Promise((resolve) => {
    const gathered = gatherBytes(bytesMax);
    request.on("data", (piece: Buffer) => {
      if (!gathered.add(piece)) resolve("too_long");
    });
    request.once("end", () => {
      const { buffer, byteOffset, byteLength } = gathered.bytes();
      resolve(Buffer.from(buffer, byteOffset, byteLength));
    });
    request.once("error", () => resolve("broken_off"));
    request.once("close", () => resolve("broken_off"));
  });
}
