import type { Context } from "hono";
import type { OpenedPhoto } from "../../lib/emergency/card.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Report } from "../../lib/kernel/ports.ts";
import { secretHash } from "../../lib/kernel/statements.queries.ts";
import { gatherBytes, hexText, namedMessageOf } from "../../lib/kernel/text.ts";
import { LIMITS } from "../../schema/limits.ts";

const HASH_BYTES = 16;

/** Thrown if a body ends too early or arrives with broken framing: the fault of the sender or its network. */
export class BodyBrokenOff extends Error {
  override name = "BodyBrokenOff" as const;
}

/**
 * Reads a request's body and counts its bytes as they arrive; stops reading at the limit.
 * @throws BodyBrokenOff if the body is interrupted
 */
export async function readBytes(request: Request, bytesMax: number): Promise<Outcome<Uint8Array>> {
  const declared = request.headers.get("Content-Length");
  if (Number(declared) > bytesMax) return refuse("body_too_large");
  if (declared !== null) {
    // HTTP framing delivers no more than Content-Length, and one call is cheaper than reading chunks.
    const bytes = new Uint8Array(await request.arrayBuffer().catch(brokenOff));
    return bytes.byteLength > bytesMax ? refuse("body_too_large") : done(bytes);
  }
  return readStream(request.body, bytesMax);
}

/** Reads a stream, counts its bytes, and stops at the limit; null counts as empty. */
export async function readStream(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<Outcome<Uint8Array>> {
  const gathered = gatherBytes(bytesMax);
  const reader = body?.getReader();
  while (reader !== undefined) {
    const { done: ended, value } = await reader.read().catch(brokenOff);
    if (ended) break;
    if (!gathered.add(value)) {
      // Not awaited: cancelling one branch of a cloned body settles only when the other branch is canceled, too.
      reader.cancel().catch(() => undefined);
      return refuse("body_too_large");
    }
  }
  return done(gathered.bytes());
}

function brokenOff(cause: unknown): never {
  throw new BodyBrokenOff("The body broke off", { cause });
}

/** Streams text, one piece for each pull of the reader. An error in `pieces` is reported and breaks the stream. */
export const textStream = (pieces: AsyncIterable<string>, report: Report): ReadableStream<Uint8Array> =>
  byteStream(encoded(pieces), report);

/** Streams bytes, as `textStream` streams text. */
export function byteStream(pieces: AsyncIterable<Uint8Array>, report: Report): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        const message = namedMessageOf(error);
        report({ level: "error", event: "stream_torn", error: message });
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

/** Reads a picture: the body itself, or the file `photo` of a multipart/form-data form. */
export async function imageBody(c: Context): Promise<Outcome<Uint8Array>> {
  const max = LIMITS.apiBodyBytesMax;
  const bytes = await readBytes(c.req.raw, max);
  if (!bytes.ok) return refuse("bad_photo");
  const type = c.req.header("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) return bytes;
  const file = await fileOf(bytes.value, type);
  return file === null ? refuse("bad_photo") : { ok: true, value: file };
}

async function fileOf(bytes: Uint8Array, type: string): Promise<Uint8Array | null> {
  try {
    const form = await new Response(Uint8Array.from(bytes), { headers: { "Content-Type": type } }).formData();
    const file = form.get("photo");
    return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : null;
  } catch {
    // The platform's parser throws if the body is no form.
    return null;
  }
}

/** Answers a private picture, which browsers can't run, other sites can't embed and caches don't store. */
export const imageReply = (c: Context, { type, bytes }: OpenedPhoto): Response =>
  c.body(Uint8Array.from(bytes), 200, {
    "Content-Type": type,
    "Content-Disposition": "inline",
    "Content-Security-Policy":
      "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  });

/** Returns 128 bits of a secret's hash as hex, to name the secret (to a limiter, in a tag) without revealing it. */
export const shortHex = (hash: Uint8Array): string => hexText(hash.subarray(0, HASH_BYTES));

/** Returns 128 bits of a text's hash as hex. */
export const hashHex = async (text: string): Promise<string> => shortHex(await secretHash(text));

/** The OpenAPI document's words about conditional requests. */
export const IF_NONE_MATCH = { "If-None-Match": "The ETag of your copy" };
export const UNCHANGED = { description: "Your copy is current" };

/**
 * Answers a public text that is the same for everyone, so that caches may keep it briefly; 304 if the caller has it.
 * `tagged` is the input of the ETag, for a text that also contains the time of the request.
 */
export async function publicText(
  c: Context,
  text: string,
  {
    type,
    maxAgeSeconds,
    tagged = text,
  }: { type: string; maxAgeSeconds: number; tagged?: string | undefined },
): Promise<Response> {
  c.header("Cache-Control", `public, max-age=${maxAgeSeconds}`);
  return unlessHeld(c, tagged, () => c.body(text, 200, { "Content-Type": type }));
}

/**
 * Answers, or returns 304 to a caller whose copy is current (RFC 9110 §13.1.2, weak comparison: the same content in
 * another encoding still matches).
 */
export async function unlessHeld(c: Context, tagged: string, answer: () => Response | Promise<Response>) {
  const tag = `"${await hashHex(tagged)}"`;
  c.header("ETag", `W/${tag}`);
  const held = c.req.header("If-None-Match")?.split(",") ?? [];
  const isHeld = held.some((each) => ["*", tag, `W/${tag}`].includes(each.trim()));
  return isHeld ? c.body(null, 304) : answer();
}

/** Returns the headers of a file that a browser saves. */
export const download = (name: string, type: string) => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="hearthwatch-${name}"`,
});
