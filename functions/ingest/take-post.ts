import type { Context } from "hono";
import type { WatchClock, WatchInstanceClock } from "../../lib/jobs/watch-clock.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Limiter } from "../../lib/kernel/ports.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { decodeSent, type SaidType, saidType } from "../../lib/readings/decode-body.ts";
import { noNumbersIn } from "../../lib/readings/decode-json.ts";
import {
  type NoteBody,
  type Recording,
  type RecordReadingsPorts,
  recordReadings,
} from "../../lib/readings/record-readings.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { Recorded } from "../../schema/wire/ingest.ts";
import type { HttpPorts } from "../_http/app.ts";
import { shortHex } from "../_http/body.ts";
import { idempotencyKey } from "../_http/idempotency-key.ts";
import { inBackground, type WakePorts, wakeInBackground } from "../_http/in-background.ts";
import { presentedHash, type UnknownTokenPorts } from "../_http/limit-unknown-tokens.ts";
import { overLimit } from "../_http/rate-limit.ts";
import { refusal, wrongMethod } from "../_http/reply.ts";
import { noteArrival } from "./note-body.ts";
import { readSent } from "./sent-body.ts";
import { queryOf } from "./station-query.ts";

export type IngestPorts = HttpPorts &
  RecordReadingsPorts &
  WakePorts &
  UnknownTokenPorts & {
    limiter: Limiter;
    /** Remembers bodies for the pages of their devices; absent where nobody would look. */
    noteBody?: NoteBody;
    /** Checks that the clock is alive; absent if nobody would get the message. */
    watchClock?: WatchClock;
    /** Reports how wrong the clock of this instance is; absent if nobody would get the message. */
    watchInstanceClock?: WatchInstanceClock;
  };

const INGEST_POLICY = {
  name: "ingest",
  limit: LIMITS.ingestPerMinute,
  windowSeconds: 60,
  countedSeconds: LIMITS.ingestWindowSeconds,
  localRequests: LIMITS.limiterLocalRequests,
};

/** Judges in the contract's order: what costs least to find out is found out first. */
export async function takePost(
  c: Context,
  ports: IngestPorts,
  ingestKey: string,
  unwrap: (body: unknown) => Outcome<unknown>,
): Promise<Response> {
  c.header("Cache-Control", "no-store");
  if (Number(c.req.header("Content-Length")) > LIMITS.ingestBodyBytesMax)
    return refusal(c, { name: "body_too_large" });
  if (!isWellFormedSecret(SECRET_TYPES.ingestKey, ingestKey)) return refusal(c, { name: "bad_device_key" });
  const keyHash = await presentedHash(c, ingestKey);
  const refused = await overLimit(c, ports.limiter, INGEST_POLICY, shortHex(keyHash));
  if (refused !== null) return refused;
  if (isLook(c)) return wrongMethod(["POST"])(c);
  const bytes = c.req.method === "GET" ? sentInQuery(c) : await readSent(c.req.raw);
  if (!bytes.ok) return refusal(c, bytes.problem);
  const arriving = { keyHash, bytes: bytes.value, isBridged: unwrap !== done, isNews: false };
  noteArrival(c, arriving);
  const body = decodeSent(bytes.value, typeOf(c));
  if (!body.ok) return refusal(c, body.problem);
  const inner = unwrap(body.value);
  if (!inner.ok) return refusal(c, inner.problem);
  const repeated = idempotencyKey(c);
  if (!repeated.ok) return refusal(c, repeated.problem);
  const isExplained = new URLSearchParams(queryOf(c.req.raw)).get("explain") === "1";
  const recording = await recordReadings(ports, {
    keyHash,
    idempotencyKey: repeated.value,
    body: inner.value,
    isExplained,
  });
  if (!recording.ok) return refusal(c, recording.problem);
  if (recording.value.answer.sensors_created > 0) noteArrival(c, { ...arriving, isNews: true });
  return answer(c, ports, isExplained ? withNote(recording.value, bytes.value) : recording.value);
}

/** A sensor that said `nan` has no reading: its owner looks for it here. */
function withNote(recording: Recording, bytes: Uint8Array): Recording {
  const count = noNumbersIn(bytes);
  return count === 0 ? recording : { ...recording, answer: { ...recording.answer, not_numbers: count } };
}

function answer(c: Context, ports: IngestPorts, recording: Recording): Response {
  if (recording.isToTell) wakeInBackground(c, ports);
  const watching = ports.watchClock?.() ?? null;
  if (watching !== null) inBackground(c, ports.report, "clock_watch_failed", watching);
  const { aheadMs } = recording;
  if (aheadMs !== 0 && ports.watchInstanceClock !== undefined)
    inBackground(c, ports.report, "clock_watch_failed", ports.watchInstanceClock(aheadMs));
  return c.json(recording.answer satisfies Recorded);
}

/** A look at the address, with nothing in its query, sends no reading and changes nothing. */
const isLook = ({ req }: Context): boolean =>
  req.method === "HEAD" || (req.method === "GET" && queryOf(req.raw) === "");

const typeOf = ({ req }: Context): SaidType =>
  req.method === "GET" ? "form" : saidType(req.header("Content-Type") ?? null);

/** Our own question, and what chats, mails and shops append to every link: nobody measured it. */
const NOT_SENT =
  /^(?:explain|utm_\w+|(?:fb|g|gb|wb|dc|ms|y|tw|tt|li_fat_|s|ir)clid|igshid|igsh|mc_[ce]id|_ga|_gl|_hs\w+|mkt_tok|srsltid|vero_id|oly_\w+_id|ref_src)$/i;

/** What a station that can only ask for an address says in its query, as the form that it is. */
function sentInQuery({ req }: Context): Outcome<Uint8Array> {
  const sent = new URLSearchParams(queryOf(req.raw));
  for (const name of [...sent.keys()]) if (NOT_SENT.test(name)) sent.delete(name);
  const bytes = new TextEncoder().encode(sent.toString());
  return bytes.length > LIMITS.ingestBodyBytesMax ? refuse("body_too_large") : done(bytes);
}
