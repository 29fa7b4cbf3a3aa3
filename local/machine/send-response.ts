import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { toHttpCookie } from "../runtime/http-cookies.ts";
import { compressed, compressor, isWorthCompressing } from "./compression.ts";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

interface Sending {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  httpCookies: boolean;
  /** An answer ends when the request has been read to its end: a connection closed before would take it along. */
  requestRead: Promise<void>;
}

/** Writes an answer of the functions. One that is there whole gets its length; a longer one goes out as it is made. */
export async function sendResponse(response: Response, sending: Sending): Promise<void> {
  const { outgoing, httpCookies, requestRead } = sending;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", httpCookies ? cookies.map(toHttpCookie) : cookies);
  outgoing.statusCode = response.status;
  if (response.body !== null) await sendBody(response.body.getReader(), sending);
  await requestRead;
  outgoing.end();
}

async function sendBody(reader: Reader, { incoming, outgoing }: Sending): Promise<void> {
  const gone = () => void reader.cancel().catch(() => undefined);
  outgoing.once("close", gone);
  try {
    const first = await reader.read();
    if (first.done) return;
    const second = await reader.read();
    const zips = isWorthCompressing(
      incoming.headers["accept-encoding"],
      String(outgoing.getHeader("content-type")),
    );
    if (zips) outgoing.appendHeader("vary", "Accept-Encoding");
    if (second.done) return await sendWhole(first.value, outgoing, zips);
    if (zips) outgoing.setHeader("content-encoding", "gzip").removeHeader("content-length");
    const target = zips ? compressor() : outgoing;
    if (target !== outgoing) target.pipe(outgoing, { end: false });
    await write(target, first.value);
    await write(target, second.value);
    for (let next = await reader.read(); !next.done; next = await reader.read())
      await write(target, next.value);
    if (target !== outgoing) await once(target.end(), "end");
  } finally {
    outgoing.off("close", gone);
  }
}

/** The length says when a client has all of it, also one that keeps its connection. */
async function sendWhole(bytes: Uint8Array, outgoing: ServerResponse, zips: boolean): Promise<void> {
  const short = zips ? await compressed(bytes) : null;
  if (short !== null) outgoing.setHeader("content-encoding", "gzip");
  const body = short ?? bytes;
  outgoing.setHeader("content-length", body.byteLength);
  await write(outgoing, body);
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
