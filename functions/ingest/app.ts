import type { Context, MiddlewareHandler } from "hono";
import { unwrapEnvelope } from "../../lib/readings/received-body/received-body.ts";
import { INGEST_PROBLEMS } from "../../schema/ingest-problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { newApp } from "../_http/app.ts";
import { readBytes } from "../_http/body.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { refusal, wrongMethod } from "../_http/reply.ts";
import { type IngestServices, noteBody } from "../_http/take-readings.ts";
import { pathOf, queryOf } from "./station-query.ts";
import { takePost } from "./take-post.ts";

const MQTT = "/api/ingest/mqtt";
/** Stations append a path of their own to the address that they are given. */
const OF_STATION = "/api/ingest/:deviceKey/:appended{.+}";
/** Where InfluxDB's clients write to, version 2 and 1. */
const INFLUX_PATHS = ["/api/v2/write", "/write"];
/** The newest of the first version, which its clients know. */
const INFLUX_VERSION = "1.8.10";
const CREATE_DATABASE = /^\s*create\s+database\s/i;
const SHOW_DATABASES = /^\s*show\s+databases\b/i;
const NO_ROWS = { results: [{ statement_id: 0 }] };
/** Every database that a client names is there; this one stands for them. */
const DATABASES = {
  results: [
    { statement_id: 0, series: [{ name: "databases", columns: ["name"], values: [["hearthwatch"]] }] },
  ],
};
const STATEMENT_BYTES_MAX = 4_096;
const WRITES_ALONE =
  "Hearthwatch takes what InfluxDB's clients write; the only queries are SHOW DATABASES and CREATE DATABASE";

/** The door of the devices. */
export function ingestApp(services: IngestServices) {
  const app = newApp(services, INGEST_PROBLEMS, {}, pathOf);
  const limit = limitUnknownTokens(services, {
    type: SECRET_TYPES.ingestKey,
    unknown: "bad_device_key",
    secretOf: (c) => c.req.param("deviceKey") ?? c.req.header("X-Ingest-Key") ?? influxToken(c),
  });
  const takeDevice = (c: Context) => takePost(c, services, c.req.param("deviceKey") ?? "");

  app.use(noteBodies(services));
  app.post("/api/ingest", (c) => refusal(c, { name: "missing_device_key" }));
  app.post(MQTT, limit, (c) => {
    const key = c.req.header("X-Ingest-Key") ?? "";
    return key === ""
      ? refusal(c, { name: "missing_ingest_key_header" })
      : takePost(c, services, key, { unwrap: unwrapEnvelope });
  });
  app.all(MQTT, wrongMethod(["POST"]));
  app.post("/api/ingest/:deviceKey", limit, takeDevice);
  app.get("/api/ingest/:deviceKey", limit, takeDevice);
  app.all(OF_STATION, limit, (c) =>
    c.req.method === "GET" || c.req.method === "POST" ? takeDevice(c) : refusal(c, { name: "not_found" }),
  );
  for (const path of INFLUX_PATHS)
    app.post(path, limit, async (c) => {
      const answered = await takePost(c, services, influxToken(c), { said: "lines" });
      if (answered.status >= 400) return answered;
      // Hono keeps the type of the answer that this one replaces.
      c.header("Content-Type", undefined);
      // Its clients take nothing else for a success.
      return c.body(null, 204);
    });
  // Clients ask for both before they write.
  app.get("/ping", (c) => c.body(null, 204, { "X-Influxdb-Version": INFLUX_VERSION }));
  app.on(["GET", "POST"], "/query", async (c) => {
    const statement = await statementOf(c);
    if (SHOW_DATABASES.test(statement)) return c.json(DATABASES);
    return CREATE_DATABASE.test(statement)
      ? c.json(NO_ROWS)
      : refusal(c, { name: "invalid_request", sentence: WRITES_ALONE });
  });
  return app;
}

/** Whatever comes of it, the pages of its device show a body with its answer. */
const noteBodies =
  (services: IngestServices): MiddlewareHandler =>
  async (c, next) => {
    await next();
    noteBody(c, services);
  };

/** The ingest key as an InfluxDB token, or as the password of version 1: in the query, or by HTTP Basic. */
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
    // No key has such a form: it is refused as one that nobody has.
    return "";
  }
}

/** The statement that a client of version 1 sends, in its query or as a form. */
async function statementOf(c: Context): Promise<string> {
  const asked = new URLSearchParams(queryOf(c.req.raw)).get("q");
  if (asked !== null || c.req.method === "GET") return asked ?? "";
  const bytes = await readBytes(c.req.raw, STATEMENT_BYTES_MAX);
  return bytes.ok ? (new URLSearchParams(new TextDecoder().decode(bytes.value)).get("q") ?? "") : "";
}
