import { Readable } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, gzip } from "node:zlib";

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
const SEEN_AS_MADE = { level: LEVEL, flush: constants.Z_SYNC_FLUSH };

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * The same answer, compressed where its client takes that. One that is there whole gets its length from the server; a longer one
 * goes out as it is made. Null if it may not, which `mayStream` says: its client takes as long for it as it likes.
 */
export async function packed(
  response: Response,
  accepts: string | undefined,
  mayStream: () => boolean,
): Promise<Response | null> {
  if (response.body === null) return response;
  const { status } = response;
  const headers = new Headers(response.headers);
  const zips = isWorthCompressing(accepts, headers.get("content-type"));
  if (zips) headers.append("vary", "Accept-Encoding");
  const reader: Reader = response.body.getReader();
  const first = await reader.read();
  if (first.done) return new Response("", { status, headers });
  const second = await reader.read();
  if (second.done) {
    const short = zips ? await compressed(first.value) : null;
    if (short !== null) headers.set("content-encoding", "gzip");
    return new Response(new Uint8Array(short ?? first.value), { status, headers });
  }
  if (!mayStream()) {
    await reader.cancel();
    return null;
  }
  const whole = goingOn(reader, [first.value, second.value]);
  if (!zips) return new Response(whole, { status, headers });
  headers.set("content-encoding", "gzip");
  headers.delete("content-length");
  const zipped = Readable.from(whole).pipe(createGzip(SEEN_AS_MADE));
  return new Response(Readable.toWeb(zipped) as ReadableStream, { status, headers });
}

/** What was read already, and then the rest as its client takes it. */
function goingOn(reader: Reader, read: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const known = read.shift();
        if (known !== undefined) return controller.enqueue(known);
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  );
}
