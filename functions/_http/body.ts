import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";

/** True where the caller itself says that the body is over the limit; a lie is found while reading. */
export function declaresMoreThan(request: Request, bytesMax: number): boolean {
  const declared = Number(request.headers.get("Content-Length"));
  return Number.isFinite(declared) && declared > bytesMax;
}

/**
 * Thrown where a body ends before it should, or is framed wrongly on its way: the sender's fault or its
 * network's.
 */
export class BodyBrokenOff extends Error {
  override name = "BodyBrokenOff" as const;
}

/**
 * The body's bytes, counted while they arrive: past the limit the rest is not read.
 * @throws BodyBrokenOff where they stop arriving
 */
export async function readBytes(request: Request, bytesMax: number): Promise<Outcome<Uint8Array>> {
  if (request.headers.has("Content-Length") && !declaresMoreThan(request, bytesMax)) {
    // Its framing lets no more through than it declares, and one call costs less than a reader of pieces.
    const bytes = new Uint8Array(await request.arrayBuffer().catch(brokenOff));
    return bytes.byteLength > bytesMax ? refuse("body_too_large") : done(bytes);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done: ended, value } = await reader.read().catch(brokenOff);
    if (ended) break;
    length += value.byteLength;
    if (length > bytesMax) {
      // Nobody waits for it: a copy's end is told only once the other copy is cancelled too.
      reader.cancel().catch(() => undefined);
      return refuse("body_too_large");
    }
    chunks.push(value);
  }
  return done(joined(chunks, length));
}

function brokenOff(cause: unknown): never {
  throw new BodyBrokenOff("The body broke off", { cause });
}

function joined(chunks: Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
