import type { Context } from "hono";
import type { WatchClock } from "../../lib/jobs/watch-clock.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Report } from "../../lib/kernel/ports.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import { decodeSent, type SaidType, saidType } from "../../lib/readings/decode-body.ts";
import { inUtf8, noNumbersIn } from "../../lib/readings/json.ts";
import {
  type NoteBody,
  type Recording,
  recordReadings,
  type StorePost,
} from "../../lib/readings/record-readings.actions.ts";
import { LIMITS, RATE_LIMITS } from "../../schema/limits.ts";
import { shows } from "../../schema/openapi/route.ts";
import { Recorded, RecordQuery } from "../../schema/wire/ingest.ts";
import { inBackground, refusal, wakeInBackground } from "./app.ts";
import { BodyBrokenOff, readBytes, readStream, shortHex } from "./body.ts";
import { idempotencyKey } from "./caller.ts";
import { overLimit } from "./rate-limit.ts";

/** The low half of a zlib stream's first byte. Some senders use the name `deflate` for the bare stream, too. */
const [ZLIB_MASK, ZLIB] = [0x0f, 0x08];

const NOT_AS_SAID = "The body is not what its Content-Encoding says";

/** The services for taking readings. A group that doesn't use an optional one leaves it out. */
export type IngestServices = CoreServices &
  Pick<Services, "wake"> & {
    /** Stores concurrent posts together; if absent, each post is stored on its own. */
    storePost?: StorePost | undefined;
    /** Checks that the clock still ticks. */
    watchClock?: WatchClock;
    /** Remembers bodies for their devices' pages. */
    noteBody?: NoteBody;
  };

/** The OpenAPI words for posting readings, by a device or on its behalf. */
export const POST_WORDS = {
  summary: "Post readings",
  about:
    "The first post creates the sensors. The body can have up to 64 KB, unpacked if it is gzip or deflate; its `Content-Type` doesn't matter. A refused post stores nothing.",
  query: RecordQuery,
  headers: {
    "Idempotency-Key": `A unique key that you choose for this body, of at most ${LIMITS.idempotencyKeyCharactersMax} characters. Sent again with the same body within ${LIMITS.idempotencyHours} hours, the body is stored once`,
  },
  rawBody: "readings",
  answers: shows(Recorded, "The readings are stored and evaluated"),
} as const;

/** How a request differs from a device's own post, whose body holds the readings. */
export type Sent = {
  read?: (c: Context) => Outcome<Uint8Array> | Promise<Outcome<Uint8Array>>;
  said?: SaidType;
  unwrap?: ((body: unknown) => Outcome<unknown>) | undefined;
  isExplained?: boolean;
};

/** Refuses a device's post that is over its limit; else returns null. */
export const overPostLimit = (c: Context, { limiter }: CoreServices, keyHash: Uint8Array) =>
  overLimit(c, limiter, RATE_LIMITS.ingest, shortHex(keyHash));

/** Counts, reads and records a post for a device, whoever sends it. `keyHash` hashes the device's ingest key. */
export async function takeReadings(
  c: Context,
  services: IngestServices,
  keyHash: Uint8Array,
  { read = ({ req }) => readSent(req.raw), said, unwrap, isExplained = false }: Sent = {},
): Promise<Response> {
  const refused = await overPostLimit(c, services, keyHash);
  if (refused !== null) return refused;
  const bytes = await read(c);
  if (!bytes.ok) return refusal(c, bytes.problem);
  const arriving = { keyHash, bytes: bytes.value, isBridged: unwrap !== undefined, isNews: false };
  noteArrival(c, arriving);
  const body = decodeSent(bytes.value, said ?? saidType(c.req.header("Content-Type") ?? ""));
  if (!body.ok) return refusal(c, body.problem);
  const inner = unwrap === undefined ? done(body.value) : unwrap(body.value);
  if (!inner.ok) return refusal(c, inner.problem);
  const repeated = idempotencyKey(c);
  if (!repeated.ok) return refusal(c, repeated.problem);
  const recording = await recordReadings(services, {
    keyHash,
    idempotencyKey: repeated.value,
    body: inner.value,
    isExplained,
  });
  if (!recording.ok) return refusal(c, recording.problem);
  if (recording.value.answer.sensors_created > 0) noteArrival(c, { ...arriving, isNews: true });
  return answer(c, services, isExplained ? withNote(recording.value, bytes.value) : recording.value);
}

/** Reads and unpacks a post's body. Unpacking stops at the limit of a body. */
async function readSent(request: Request): Promise<Outcome<Uint8Array>> {
  const bytes = await readBytes(request, LIMITS.ingestBodyBytesMax);
  if (!bytes.ok) return bytes;
  const format = formatOf(request.headers.get("Content-Encoding")?.trim().toLowerCase() ?? "", bytes.value);
  if (format === null) return refuse("encoded_body");
  const text = format === "none" ? bytes : await unpacked(bytes.value, format);
  return text.ok ? done(inUtf8(text.value, request.headers.get("Content-Type") ?? "")) : text;
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

/** Adds the number of `nan` values. They leave a sensor without a reading, and its owner looks for the reason here. */
function withNote(recording: Recording, bytes: Uint8Array): Recording {
  const count = noNumbersIn(bytes);
  return count === 0 ? recording : { ...recording, answer: { ...recording.answer, not_numbers: count } };
}

function answer(c: Context, services: IngestServices, recording: Recording): Response {
  if (recording.isToTell) wakeInBackground(c, services);
  const watching = services.watchClock?.() ?? null;
  if (watching !== null) inBackground(c, services.report, "clock_watch_failed", watching);
  return c.json(recording.answer satisfies Recorded);
}

/** A request's facts for the log of its device's bodies, collected while it is answered. */
type Arriving = { keyHash: Uint8Array; bytes: Uint8Array; isBridged: boolean; isNews: boolean };

const ARRIVING = "arriving";

/** Notes a body that came with a well-formed key, so that the device's pages show it however the request ends. */
const noteArrival = (c: Context, arriving: Arriving): void => c.set(ARRIVING, arriving);

/** Logs the body with its response, after the response has gone out. */
export function noteBody(c: Context, services: { report: Report; noteBody?: NoteBody }): void {
  const arriving: Arriving | undefined = c.get(ARRIVING);
  if (arriving === undefined || services.noteBody === undefined) return;
  const { status } = c.res;
  // Nothing was read, or we failed for a reason that isn't the body's fault.
  if (status === 429 || status === 401 || status >= 500) return;
  const { keyHash, bytes, isBridged } = arriving;
  const isRefused = status >= 400;
  const error = isRefused ? (c.get("refusedWith") ?? null) : null;
  const isNews = isRefused || arriving.isNews;
  const work = services.noteBody(keyHash, { bytes, isBridged, status, error, isNews });
  if (work !== null) inBackground(c, services.report, "bodies_not_noted", work);
}
