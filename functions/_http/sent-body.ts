import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { LIMITS } from "../../schema/limits.ts";
import { BodyBrokenOff, readBytes, readStream } from "./body.ts";

/** The low half of a zlib stream's first byte; some senders call the bare stream `deflate`, too. */
const [ZLIB_MASK, ZLIB] = [0x0f, 0x08];

const NOT_AS_SAID = "The body is not what its Content-Encoding says";

/** The body of a post, unpacked; what unpacks to more than a body may be is not unpacked further. */
export async function readSent(request: Request): Promise<Outcome<Uint8Array>> {
  const bytes = await readBytes(request, LIMITS.ingestBodyBytesMax);
  if (!bytes.ok) return bytes;
  const format = formatOf(request.headers.get("Content-Encoding")?.trim().toLowerCase() ?? "", bytes.value);
  if (format === "none") return bytes;
  return format === null ? refuse("encoded_body") : await unpacked(bytes.value, format);
}

function formatOf(encoding: string, bytes: Uint8Array): CompressionFormat | "none" | null {
  if (encoding === "" || encoding === "identity") return "none";
  if (encoding === "gzip" || encoding === "x-gzip") return "gzip";
  if (encoding !== "deflate") return null;
  return ((bytes[0] ?? 0) & ZLIB_MASK) === ZLIB ? "deflate" : "deflate-raw";
}

async function unpacked(bytes: Uint8Array, format: CompressionFormat): Promise<Outcome<Uint8Array>> {
  const body = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream(format));
  try {
    return await readStream(body, LIMITS.ingestBodyBytesMax);
  } catch (error) {
    if (!(error instanceof BodyBrokenOff)) throw error;
    return refuse("encoded_body", NOT_AS_SAID);
  }
}
