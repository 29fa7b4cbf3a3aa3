import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, type Gzip, gzip } from "node:zlib";
import type { Answer } from "../../functions/ingest/exchange.ts";
import { toHttpCookie } from "../runtime/egress-proxy.ts";

/** Below it the answer fits into one packet anyway. */
const BYTES_MIN = 1_024;
/** A page takes a millisecond at this level, and loses little to a higher one. */
const LEVEL = 5;
const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|manifest\+json|atom\+xml|openmetrics-text)|image\/svg\+xml)/;

/** One coding of `Accept-Encoding`, unless its weight is 0. */
const GZIP = /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i;

const zip = promisify(gzip);

/** True if a client takes gzip, and the content gets shorter by it. */
export const isWorthCompressing = (accepts: string | undefined, type: string | undefined | null): boolean =>
  (accepts ?? "").split(",").some((coding) => GZIP.test(coding)) && COMPRESSIBLE.test(type ?? "");

/** Null where it is too short to gain. */
export const compressed = async (bytes: Uint8Array): Promise<Uint8Array | null> =>
  bytes.byteLength < BYTES_MIN ? null : await zip(bytes, { level: LEVEL });

/** Each chunk that goes in comes out at once: a long answer is seen as it is made. */
export const compressor = (): Gzip => createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH });

type Reader = ReadableStreamDefaultReader<Uint8Array>;

interface Sending {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  httpCookies: boolean;
  /** An answer ends when the request has been read to its end: a connection closed before would take it along. */
  requestRead: Promise<void>;
  /** Asked of an answer that comes in parts: its client takes as long for it as it likes. False if there are too many of them. */
  mayStream: () => boolean;
}

/**
 * Writes an answer of the functions. One that is there whole gets its length; a longer one goes out as it is made. False if
 * it may not, and nothing has been sent.
 */
export async function sendResponse(response: Response, sending: Sending): Promise<boolean> {
  const { outgoing, httpCookies, requestRead } = sending;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", httpCookies ? cookies.map(toHttpCookie) : cookies);
  outgoing.statusCode = response.status;
  if (response.body !== null && !(await sendBody(response.body.getReader(), sending))) return false;
  await requestRead;
  outgoing.end();
  return true;
}

/** The same of an answer that is no web object. */
export async function sendAnswer(
  { status, headers, body }: Answer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const text = body ?? "";
  const zips = isWorthCompressing(incoming.headers["accept-encoding"], headers["Content-Type"]);
  if (zips) headers.Vary = "Accept-Encoding";
  const short = zips && text.length >= BYTES_MIN ? await compressed(Buffer.from(text)) : null;
  if (short !== null) headers["Content-Encoding"] = "gzip";
  if (body !== null) headers["Content-Length"] = String(short?.byteLength ?? Buffer.byteLength(text));
  outgoing.writeHead(status, headers).end(short ?? text);
}

async function sendBody(reader: Reader, { incoming, outgoing, mayStream }: Sending): Promise<boolean> {
  const gone = () => void reader.cancel().catch(() => undefined);
  outgoing.once("close", gone);
  try {
    const first = await reader.read();
    if (first.done) return true;
    const second = await reader.read();
    const zips = isWorthCompressing(
      incoming.headers["accept-encoding"],
      String(outgoing.getHeader("content-type")),
    );
    if (zips) outgoing.appendHeader("vary", "Accept-Encoding");
    if (second.done) return await sendWhole(first.value, outgoing, zips);
    if (!mayStream()) {
      await reader.cancel();
      return false;
    }
    if (zips) outgoing.setHeader("content-encoding", "gzip").removeHeader("content-length");
    const target = zips ? compressor() : outgoing;
    if (target !== outgoing) target.pipe(outgoing, { end: false });
    await write(target, first.value);
    await write(target, second.value);
    for (let next = await reader.read(); !next.done; next = await reader.read())
      await write(target, next.value);
    if (target !== outgoing) await once(target.end(), "end");
    return true;
  } finally {
    outgoing.off("close", gone);
  }
}

/** The length says when a client has all of it, also one that keeps its connection. */
async function sendWhole(bytes: Uint8Array, outgoing: ServerResponse, zips: boolean): Promise<true> {
  const short = zips ? await compressed(bytes) : null;
  if (short !== null) outgoing.setHeader("content-encoding", "gzip");
  const body = short ?? bytes;
  outgoing.setHeader("content-length", body.byteLength);
  await write(outgoing, body);
  return true;
}

/** Waits while the client is slower than the answer is made. */
async function write(target: Writable, chunk: Uint8Array): Promise<void> {
  if (target.destroyed || target.write(chunk)) return;
  const left = new AbortController();
  try {
    await Promise.race([
      once(target, "drain", { signal: left.signal }),
      once(target, "close", { signal: left.signal }),
    ]);
  } finally {
    left.abort();
  }
}
