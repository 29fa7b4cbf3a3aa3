import type { Context, Env, MiddlewareHandler } from "hono";
import { getPathNoStrict } from "hono/utils/url";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { unwrapEnvelope } from "../../lib/readings/received-body/received-body.ts";
import { LIMITS, RATE_LIMITS } from "../../schema/limits.ts";
import { shows } from "../../schema/openapi/route.ts";
import { INGEST_PROBLEMS } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { InfluxResults } from "../../schema/wire/ingest.ts";
import { newApp, refusal, wrongMethod } from "../_http/app.ts";
import { readBytes } from "../_http/body.ts";
import { mountRoutes, routesFor } from "../_http/mounted-routes.ts";
import { limitUnknownTokens, presentedHash } from "../_http/rate-limit.ts";
import {
  type IngestServices,
  noteBody,
  overPostLimit,
  POST_WORDS,
  type Sent,
  takeReadings,
} from "../_http/take-readings.ts";

/** The path of stations that append a path of their own to the configured address. */
const OF_STATION = "/api/ingest/:deviceKey/:appended{.+}";
/** The newest version 1, which its clients know. */
const INFLUX_VERSION = "1.8.10";
const CREATE_DATABASE = /^\s*create\s+database\s/i;
const SHOW_DATABASES = /^\s*show\s+databases\b/i;
const NO_ROWS = { results: [{ statement_id: 0 }] };
/** Clients may name any database; this one stands for all. */
const DATABASES = {
  results: [
    { statement_id: 0, series: [{ name: "databases", columns: ["name"], values: [["hearthwatch"]] }] },
  ],
};
const STATEMENT_BYTES_MAX = 4_096;
const WRITES_ALONE =
  "Hearthwatch takes what InfluxDB's clients write; the only queries are SHOW DATABASES and CREATE DATABASE";

const route = routesFor<IngestServices, Env>();

const WRITES = {
  limit: RATE_LIMITS.ingest,
  answers: { 204: { description: "The readings are stored and evaluated" } },
  refusals: [400, 401, 413, 429, 500],
} as const;

/** Takes a write from an InfluxDB client. */
async function write(services: IngestServices, c: Context): Promise<Response> {
  const answered = await takePost(c, services, influxToken(c), { said: "lines" });
  if (answered.status >= 400) return answered;
  // Hono would keep the content type of the replaced answer.
  c.header("Content-Type", undefined);
  // InfluxDB clients accept only 204 as success.
  return c.body(null, 204);
}

const takeDevice = (services: IngestServices, c: Context) =>
  takePost(c, services, c.req.param("deviceKey") ?? "");

const influxQuery = <const On extends "GET /query" | "POST /query">(on: On) =>
  route({
    on,
    summary: "Answer InfluxDB v1 clients' first queries",
    about:
      "The statement is `q`, in the query or in a form: `SHOW DATABASES`, or `CREATE DATABASE`, which does nothing. Other statements get 400.",
    audience: "anyone",
    answers: shows(InfluxResults, "As InfluxDB answers"),
    refusals: [400],
    answer: async (_, c) => {
      const statement = await statementOf(c);
      if (SHOW_DATABASES.test(statement)) return done(DATABASES);
      return CREATE_DATABASE.test(statement) ? done(NO_ROWS) : refuse("invalid_request", WRITES_ALONE);
    },
  });

/** The operations that devices and their programs call. */
export const INGEST = {
  "ingest.missingKey": route({
    on: "POST /api/ingest",
    summary: "Reject a request without a device key",
    about: "Put the key into the path: `/api/ingest/{deviceKey}`.",
    audience: "anyone",
    answers: {},
    refusals: [400],
    answer: () => refuse("missing_device_key"),
  }),
  "ingest.postMqtt": route({
    on: "POST /api/ingest/mqtt",
    only: true,
    ...POST_WORDS,
    summary: "Post an MQTT message",
    about:
      "`message` takes precedence over `payload`; a payload that is a string is parsed as JSON. The keys of the JSON name the sensors, the topic names none: a bare number or word is a 400.",
    audience: "deviceKeyHeader",
    rawBody: "mqtt",
    reads: true,
    answer: async (services, c) => {
      const key = c.req.header("X-Ingest-Key") ?? "";
      return key === ""
        ? refuse("missing_ingest_key_header")
        : await takePost(c, services, key, { unwrap: unwrapEnvelope });
    },
  }),
  "ingest.post": route({
    on: "POST /api/ingest/:deviceKey",
    ...POST_WORDS,
    reads: true,
    answer: takeDevice,
  }),
  "ingest.query": route({
    on: "GET /api/ingest/:deviceKey",
    summary: "Post readings in a query",
    about:
      "For stations that can only send a GET request: `?temp1=41.5&humidity1=55`, or the query of Weather Underground. Hearthwatch ignores a path that a station appends to the address, here and for a POST.",
    query: POST_WORDS.query,
    reads: true,
    answers: POST_WORDS.answers,
    refusals: [413],
    answer: takeDevice,
  }),
  "ingest.influx2": route({
    on: "POST /api/v2/write",
    summary: "Write InfluxDB lines",
    about:
      "The ingest key is the token (`Authorization: Token …`); Hearthwatch ignores bucket and organization.",
    audience: "anyone",
    ...WRITES,
    answer: write,
  }),
  "ingest.influx1": route({
    on: "POST /write",
    summary: "Write InfluxDB v1 lines",
    about:
      "The ingest key is the token, or the password: in the query (`p`), or by HTTP Basic. Hearthwatch ignores the name of the user and of the database.",
    audience: "anyone",
    ...WRITES,
    answer: write,
  }),
  "ingest.influxPing": route({
    on: "GET /ping",
    summary: "Check that the server is there",
    about: "`X-Influxdb-Version` is that of a server that they know.",
    audience: "anyone",
    answers: { 204: { description: "Hearthwatch takes what they write" } },
    answer: (_, c) => c.body(null, 204, { "X-Influxdb-Version": INFLUX_VERSION }),
  }),
  "ingest.influxQuery": influxQuery("GET /query"),
  "ingest.influxQueryPost": influxQuery("POST /query"),
};

/** Builds the app that receives the devices' readings. */
export function ingestApp(services: IngestServices) {
  const app = newApp(services, INGEST_PROBLEMS, {}, pathOf);
  const limit = limitUnknownTokens(services, {
    type: SECRET_TYPES.ingestKey,
    unknown: "bad_device_key",
    secretOf: (c) => c.req.param("deviceKey") ?? c.req.header("X-Ingest-Key") ?? influxToken(c),
  });
  app.use(noteBodies(services));
  mountRoutes(app, INGEST, services, () => [limit]);
  app.all(OF_STATION, limit, (c) =>
    c.req.method === "GET" || c.req.method === "POST"
      ? takeDevice(services, c)
      : refusal(c, { name: "not_found" }),
  );
  return app;
}

/** Notes each body with its answer for its device's page, whether accepted or refused. */
const noteBodies =
  (services: IngestServices): MiddlewareHandler =>
  async (c, next) => {
    await next();
    noteBody(c, services);
  };

/** Returns the ingest key: an InfluxDB token, or a version 1 password (query or HTTP Basic); empty if missing. */
function influxToken(c: Context): string {
  const [, scheme = "", said = ""] =
    /^(Token|Bearer|Basic) (\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
  if (scheme.toLowerCase() !== "basic")
    return said || (new URLSearchParams(queryOf(c.req.raw)).get("p") ?? "");
  const pair = decodeBase64(said);
  return pair.slice(pair.indexOf(":") + 1);
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    // No key is empty, so the request is refused as having an unknown key.
    return "";
  }
}

/** Returns the statement of a version 1 client, from its query or form. */
async function statementOf(c: Context): Promise<string> {
  const asked = new URLSearchParams(queryOf(c.req.raw)).get("q");
  if (asked !== null || c.req.method === "GET") return asked ?? "";
  const bytes = await readBytes(c.req.raw, STATEMENT_BYTES_MAX);
  return bytes.ok ? (new URLSearchParams(new TextDecoder().decode(bytes.value)).get("q") ?? "") : "";
}

/** Checks a post in the contract's order, cheapest check first, then stores its readings. */
async function takePost(
  c: Context,
  services: IngestServices,
  ingestKey: string,
  door: Pick<Sent, "said" | "unwrap"> = {},
): Promise<Response> {
  c.header("Cache-Control", "no-store");
  if (Number(c.req.header("Content-Length")) > LIMITS.ingestBodyBytesMax)
    return refusal(c, { name: "body_too_large" });
  if (!isWellFormedSecret(SECRET_TYPES.ingestKey, ingestKey)) return refusal(c, { name: "bad_device_key" });
  const keyHash = await presentedHash(c, ingestKey);
  if (isLook(c)) return (await overPostLimit(c, services, keyHash)) ?? wrongMethod(["POST"])(c);
  const isExplained = new URLSearchParams(queryOf(c.req.raw)).get("explain") === "1";
  const sent = c.req.method === "GET" ? ({ read: sentInQuery, said: "form" } as const) : {};
  return takeReadings(c, services, keyHash, { ...door, ...sent, isExplained });
}

/** True for a request that sends no readings: HEAD, or GET without a query. It changes nothing. */
const isLook = ({ req }: Context): boolean =>
  req.method === "HEAD" || (req.method === "GET" && queryOf(req.raw) === "");

/** Our own parameter, and those that chats, emails and shops append to links: nobody measured them. */
const NOT_SENT =
  /^(?:explain|utm_\w+|(?:fb|g|gb|wb|dc|ms|y|tw|tt|li_fat_|s|ir)clid|igshid|igsh|mc_[ce]id|_ga|_gl|_hs\w+|mkt_tok|srsltid|vero_id|oly_\w+_id|ref_src)$/i;

/** Returns a GET request's query as a form body, for stations that can't POST. */
function sentInQuery({ req }: Context): Outcome<Uint8Array> {
  const sent = new URLSearchParams(queryOf(req.raw));
  for (const name of [...sent.keys()]) if (NOT_SENT.test(name)) sent.delete(name);
  const bytes = new TextEncoder().encode(sent.toString());
  return bytes.length > LIMITS.ingestBodyBytesMax ? refuse("body_too_large") : done(bytes);
}

/** True for consoles of Ambient Weather, which start the query with `&`. */
const isStations = ({ method, url }: Request): boolean =>
  method === "GET" && !url.includes("?") && url.includes("&");

/** Returns the path to route a request by, without a trailing slash. */
export function pathOf(request: Request): string {
  // Devices often join "https://home.example/" and "/api/ingest/…" with both slashes.
  const path = getPathNoStrict(request).replace(/^\/+/, "/");
  return isStations(request) ? path.replace(/\/?&.*$/s, "") : path;
}

/** Returns a request's query without its leading `?` or `&`; empty if there is none. */
function queryOf(request: Request): string {
  const { url } = request;
  const at = url.indexOf(isStations(request) ? "&" : "?");
  return at < 0 ? "" : url.slice(at + 1);
}
