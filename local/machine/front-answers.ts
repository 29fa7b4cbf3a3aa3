import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { requestIdOf, SECURITY_HEADERS } from "../../functions/_http/reply.ts";
import { webRandom } from "../../lib/kernel/web-crypto.vendor.ts";
import { LIMITS } from "../../schema/limits.ts";

/** How long the rest of a body that was refused is still read, so that its sender gets to see the answer. */
const LINGER_MS = 2_000;
const NOT_HTTP = "The request is not well-formed HTTP";
const NO_LENGTH = "The body has no length: send Content-Length, or send it in chunks";
const KNOWN_ERRORS: Record<string, { status: string; sentence: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    sentence: "The address and the headers are too long: 16 KB at most",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    sentence: "The request took too long to arrive",
  },
};

const MACHINES = /^\/api\/(ingest|inbound|webhooks\/inbound)(\/|\?|$)/;

/** An answer that no function has given, with the headers that every function's answer has. */
export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): void {
  write(request, response, status, sentence, headers);
  response.end();
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: Record<string, string>,
): void {
  const body = JSON.stringify({ error: sentence });
  response.writeHead(status, {
    ...headersOf(request),
    "Content-Length": Buffer.byteLength(body),
    ...headers,
  });
  response.write(body);
}

/** The same for whoever answers by the web's objects. */
export const refused = (
  request: IncomingMessage,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): Response => Response.json({ error: sentence }, { status, headers: { ...headersOf(request), ...headers } });

function headersOf(request: IncomingMessage): Record<string, string> {
  const [requestId] = request.headersDistinct["x-request-id"] ?? [];
  return {
    ...SECURITY_HEADERS,
    "X-Request-Id": requestIdOf(requestId, webRandom),
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
  };
}

/**
 * Answers at once, even if the body is still to come. Our side of the connection ends with the answer; the other is
 * read for a while longer, because a connection closed with unread bytes is reset, and its sender would see no
 * answer.
 */
export function refuseLong(request: IncomingMessage, response: ServerResponse, bytesMax: number): void {
  const { socket } = request;
  response.shouldKeepAlive = false;
  write(request, response, 413, `Payload too large: ${bytesMax / 1_024} KB at most`, {});
  socket.end();
  request.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** What the parser of HTTP itself stumbles on: a chunk whose size is none, a header without a colon. */
export function refuseBroken(code: string, lacksLength: boolean, socket: Socket): void {
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const broken = { status: "400 Bad Request", sentence: lacksLength ? NO_LENGTH : NOT_HTTP };
  const { status, sentence } = KNOWN_ERRORS[code] ?? broken;
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/**
 * The largest body that any route below a path takes, in bytes. What is longer, or says that it is, is refused
 * before a function sees it; where a route takes less, its function says so.
 */
export function bodyBytesMaxAt(path: string): number {
  if (!MACHINES.test(path)) return LIMITS.apiBodyBytesMax;
  return Math.max(LIMITS.ingestBodyBytesMax, LIMITS.inboundBodyBytesMax);
}

/** The body of a request; a word where it is longer than `bytesMax`, or ends before it should. */
export function readWhole(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | "too_long" | "broken_off"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bytesMax) chunks.push(chunk);
      else resolve("too_long");
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", () => resolve("broken_off"));
    request.once("close", () => resolve("broken_off"));
  });
}
