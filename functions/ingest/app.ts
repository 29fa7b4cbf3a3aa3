import type { Context } from "hono";
import type { WatchClock, WatchInstanceClock } from "../../lib/jobs/watch-clock.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Limiter } from "../../lib/kernel/ports.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { secretHash } from "../../lib/kernel/statements.queries.ts";
import { decodeSent, type SaidType, saidType } from "../../lib/readings/decode-body.ts";
import { unwrapEnvelope } from "../../lib/readings/received-body/received-body.ts";
import {
  type NoteBody,
  type Recording,
  type RecordReadingsPorts,
  recordReadings,
} from "../../lib/readings/record-readings.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { MACHINE_PROBLEMS } from "../../schema/machine-problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { Recorded } from "../../schema/wire/ingest.ts";
import { type HttpPorts, newSmallApp } from "../_http/app.ts";
import { declaresMoreThan, readBytes } from "../_http/body.ts";
import { shortHex } from "../_http/hash-hex.ts";
import { inBackground, type WakePorts, wakeInBackground } from "../_http/in-background.ts";
import { limitUnknownTokens, type UnknownTokenPorts } from "../_http/limit-unknown-tokens.ts";
import { overLimit, verdictProblem } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";
import { wrongMethod } from "../_http/wrong-method.ts";

import { noteArrival, noteBodies } from "./note-body.ts";

type IngestPorts = HttpPorts &
  RecordReadingsPorts &
  WakePorts &
  UnknownTokenPorts & {
    limiter: Limiter;
    /** Remembers bodies for the pages of their devices; absent where nobody would look. */
    noteBody?: NoteBody;
    /** Looks whether the clock is alive; absent where nobody would be told. */
    watchClock?: WatchClock;
    /** Hears how wrong the clock of this instance is; absent where nobody would be told. */
    watchInstanceClock?: WatchInstanceClock;
  };

/** Counted exactly in the device's row; what stands before it keeps floods from the database. */
const INGEST_POLICY = {
  name: "ingest",
  limit: LIMITS.ingestPerMinute,
  windowSeconds: 60,
  gate: LIMITS.ingestGatePerMinute,
  localRequests: LIMITS.limiterLocalRequests,
};

export function ingestApp(ports: IngestPorts) {
  const app = newSmallApp(ports, MACHINE_PROBLEMS);
  const limit = limitUnknownTokens(ports, {
    type: SECRET_TYPES.ingestKey,
    unknown: "bad_device_key",
    secretOf: (c) => c.req.param("deviceKey") ?? c.req.header("X-Ingest-Key") ?? influxToken(c),
  });
  for (const path of ["/api/ingest/*", ...INFLUX_PATHS]) app.use(path, noteBodies(ports));
  app.post("/api/ingest", (c) => refusal(c, { name: "missing_device_key" }));
  app.post("/api/ingest/mqtt", limit, async (c) => {
    const key = c.req.header("X-Ingest-Key");
    if (key === undefined || key === "") return refusal(c, { name: "missing_ingest_key_header" });
    return ingest(c, ports, key, unwrapEnvelope);
  });
  app.all("/api/ingest/mqtt", wrongMethod(["POST"]));
  app.post("/api/ingest/:deviceKey", limit, (c) => ingest(c, ports, c.req.param("deviceKey"), done));
  app.get("/api/ingest/:deviceKey", limit, (c) => ingest(c, ports, c.req.param("deviceKey"), done));
  // Stations append a path of their own to the address that they are given.
  app.use("/api/ingest/:deviceKey/:appended{.+}", limit, (c, next) => {
    const isSending = c.req.method === "GET" || c.req.method === "POST";
    return isSending ? ingest(c, ports, c.req.param("deviceKey") ?? "", done) : next();
  });
  for (const path of INFLUX_PATHS) {
    app.post(path, limit, async (c) => {
      const answered = await ingest(c, ports, influxToken(c), done);
      // Its clients take nothing else for a success.
      if (!answered.ok) return answered;
      answered.headers.delete("Content-Type");
      return new Response(null, { status: 204, headers: answered.headers });
    });
  }
  return app;
}

/** Where InfluxDB's clients write to, version 2 and 1. */
const INFLUX_PATHS = ["/api/v2/write", "/write"];

/** The ingest key as an InfluxDB token, or as the password of version 1. */
const influxToken = (c: Context): string =>
  /^(?:Token|Bearer) (\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? c.req.query("p") ?? "";

/** Judges in the contract's order: what costs least to find out is found out first. */
async function ingest(
  c: Context,
  ports: IngestPorts,
  ingestKey: string,
  unwrap: (body: unknown) => Outcome<unknown>,
): Promise<Response> {
  c.header("Cache-Control", "no-store");
  const request = c.req.raw;
  if (declaresMoreThan(request, LIMITS.ingestBodyBytesMax)) return refusal(c, { name: "body_too_large" });
  if (!isWellFormedSecret(SECRET_TYPES.ingestKey, ingestKey)) return refusal(c, { name: "bad_device_key" });
  const keyHash = await secretHash(ingestKey);
  const refused = await overLimit(c, ports.limiter, INGEST_POLICY, shortHex(keyHash));
  if (refused !== null) return refused;
  if (isLook(request)) return wrongMethod(["POST"])(c);
  const bytes = request.method === "GET" ? sentInQuery(request) : await readSent(request);
  if (!bytes.ok) return refusal(c, bytes.problem);
  const arriving = { ingestKey, bytes: bytes.value, isBridged: unwrap !== done, isNews: false };
  noteArrival(c, arriving);
  const body = decodeSent(bytes.value, typeOf(request));
  if (!body.ok) return refusal(c, body.problem);
  const inner = unwrap(body.value);
  if (!inner.ok) return refusal(c, inner.problem);
  const idempotencyKey = c.req.header("Idempotency-Key") ?? null;
  if (idempotencyKey !== null && idempotencyKey.length > LIMITS.idempotencyKeyCharactersMax) {
    return refusal(c, {
      name: "invalid_request",
      sentence: "Idempotency-Key too long: 255 characters at most",
    });
  }
  const isExplained = c.req.query("explain") === "1";
  const recording = await recordReadings(ports, {
    ingestKey,
    keyHash,
    idempotencyKey,
    body: inner.value,
    isExplained,
  });
  if (!recording.ok) return refusal(c, recording.problem);
  if (recording.value.is === "recorded" && recording.value.answer.sensors_created > 0)
    noteArrival(c, { ...arriving, isNews: true });
  return answer(c, ports, recording.value);
}

function answer(c: Context, ports: IngestPorts, recording: Recording): Response {
  if (recording.quota !== null) {
    const verdict = { allowed: recording.is === "recorded", ...recording.quota };
    const problem = verdictProblem(c, INGEST_POLICY, verdict);
    if (problem !== null) return refusal(c, problem);
  }
  if (recording.is === "over_limit") throw new Error("A post over the limit was let through");
  if (recording.isToTell) wakeInBackground(c, ports);
  const watching = ports.watchClock?.() ?? null;
  if (watching !== null) inBackground(c, ports.report, "clock_watch_failed", watching);
  const { aheadMs } = recording;
  if (aheadMs !== 0 && ports.watchInstanceClock !== undefined)
    inBackground(c, ports.report, "clock_watch_failed", ports.watchInstanceClock(aheadMs));
  return c.json<Recorded>(recording.answer);
}

/** A look at the address, with nothing in its query, sends no reading and changes nothing. */
const isLook = ({ method, url }: Request): boolean =>
  method === "HEAD" || (method === "GET" && new URL(url).search.length <= 1);

const typeOf = (request: Request): SaidType =>
  request.method === "GET" ? "form" : saidType(request.headers.get("Content-Type"));

/** What a station that can only ask for an address says in its query, as the form that it is. */
function sentInQuery(request: Request): Outcome<Uint8Array> {
  const { searchParams } = new URL(request.url);
  searchParams.delete("explain");
  const bytes = new TextEncoder().encode(searchParams.toString());
  return bytes.length > LIMITS.ingestBodyBytesMax ? refuse("body_too_large") : done(bytes);
}

async function readSent(request: Request): Promise<Outcome<Uint8Array>> {
  const bytes = await readBytes(request, LIMITS.ingestBodyBytesMax);
  if (!bytes.ok) return bytes;
  const encoding = request.headers.get("Content-Encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity") return refuse("encoded_body");
  return bytes;
}
