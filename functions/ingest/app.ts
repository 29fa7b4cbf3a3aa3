import { done } from "../../lib/kernel/outcome.ts";
import { unwrapEnvelope } from "../../lib/readings/received-body/received-body.ts";
import { INGEST_PROBLEMS } from "../../schema/ingest-problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { foldRefusals } from "../_http/fold-refusals.ts";
import { inBackground } from "../_http/in-background.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { refusal, requestIdOf, SECURITY_HEADERS, wrongMethod } from "../_http/reply.ts";
import { reportFailure } from "../_http/report-failure.ts";
import { securityLine } from "../_http/security-log.ts";
import { type Answer, type Asked, askedBy, IngestExchange } from "./exchange.ts";
import { noteBody } from "./note-body.ts";
import { type IngestPorts, takePost } from "./take-post.ts";

const BARE = "/api/ingest";
const MQTT = "/api/ingest/mqtt";
const OF_DEVICE = "/api/ingest/:deviceKey";
/** Stations append a path of their own to the address that they are given. */
const OF_STATION = "/api/ingest/:deviceKey/:appended{.+}";
/** Where InfluxDB's clients write to, version 2 and 1. */
const INFLUX_PATHS = ["/api/v2/write", "/write"];
const UNKNOWN = "/*";

type Take = (c: IngestExchange) => Answer | Promise<Answer>;
type Route = { method: "POST" | "GET" | "ALL"; path: string; take: Take };

interface IngestApp {
  answer(asked: Asked): Promise<Answer>;
  /** The same over the web's objects. */
  fetch(request: Request, bindings?: unknown, context?: Pick<Asked, "waitUntil">): Promise<Response>;
  request(asked: string | Request, init?: RequestInit): Promise<Response>;
  routes: Route[];
}

/** Every answer has a request id and the security headers, and a throw is a 500 that says nothing about the inside. */
export function ingestApp(ports: IngestPorts): IngestApp {
  const tell = foldRefusals(ports);
  const routes = routesOf(ports);
  const takeOf = router(routes);
  const answer: IngestApp["answer"] = async (asked) => {
    const requestId = requestIdOf(asked.header("X-Request-Id"), ports.random);
    const c = new IngestExchange(asked, { ...SECURITY_HEADERS, "X-Request-Id": requestId });
    c.set("requestId", requestId);
    c.set("problems", INGEST_PROBLEMS);
    const path = pathOf(c);
    try {
      c.res = await takeOf(asked.method, path)(c);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      c.res = refusal(c, { name: reportFailure(c, path, tell, error) });
    }
    noteBody(c, ports);
    const line = securityLine(c, path, requestId, {});
    if (line !== null) tell(line);
    const keeping = ports.keepOutage?.() ?? null;
    if (keeping !== null) inBackground(c, ports.report, "outage_not_kept", keeping);
    return asked.method === "HEAD" ? { ...c.res, body: null } : c.res;
  };
  const fetch: IngestApp["fetch"] = async (request, _bindings, context) => {
    const waitUntil = (work: Promise<unknown>) => context?.waitUntil(work);
    const { status, headers, body } = await answer(askedBy(request, waitUntil));
    return new Response(body, { status, headers });
  };
  const request: IngestApp["request"] = (asked, init) =>
    fetch(asked instanceof Request ? asked : new Request(new URL(asked, "http://localhost"), init));
  return { answer, fetch, request, routes };
}

function routesOf(ports: IngestPorts): Route[] {
  const limit = limitUnknownTokens(ports, {
    type: SECRET_TYPES.ingestKey,
    unknown: "bad_device_key",
    secretOf: (c: IngestExchange) => keyIn(c) ?? c.req.header("X-Ingest-Key") ?? influxToken(c),
  });
  const limited =
    (take: Take): Take =>
    async (c) => {
      const refused = await limit(c, async () => {
        c.res = await take(c);
      });
      return refused ?? c.res;
    };
  const takeDevice = limited((c) => takePost(c, ports, keyIn(c) ?? "", done));
  const takeStation = limited((c) =>
    c.req.method === "GET" || c.req.method === "POST"
      ? takePost(c, ports, keyIn(c) ?? "", done)
      : refusal(c, { name: "not_found" }),
  );
  const takeMqtt = limited((c) => {
    const key = c.req.header("X-Ingest-Key") ?? "";
    return key === ""
      ? refusal(c, { name: "missing_ingest_key_header" })
      : takePost(c, ports, key, unwrapEnvelope);
  });
  return [
    { method: "POST", path: BARE, take: (c) => refusal(c, { name: "missing_device_key" }) },
    { method: "POST", path: MQTT, take: takeMqtt },
    { method: "POST", path: OF_DEVICE, take: takeDevice },
    { method: "GET", path: OF_DEVICE, take: takeDevice },
    { method: "ALL", path: OF_STATION, take: takeStation },
    ...INFLUX_PATHS.map((path) => ({ method: "POST" as const, path, take: limited(takeLines(ports)) })),
  ];
}

const takeLines =
  (ports: IngestPorts): Take =>
  async (c) => {
    const answered = await takePost(c, ports, influxToken(c), done);
    if (answered.status >= 400) return answered;
    // Its clients take nothing else for a success.
    const { "Content-Type": _, ...headers } = answered.headers;
    return { status: 204, headers, body: null };
  };

/** The ingest key as an InfluxDB token, or as the password of version 1. */
const influxToken = (c: IngestExchange): string =>
  /^(?:Token|Bearer) (\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? c.query("p") ?? "";

/** What a method does at the path of a route. A look (HEAD) is a GET whose answer has no body. */
function router(routes: readonly Route[]): (method: string, path: string) => Take {
  const known = new Map(routes.map(({ method, path, take }) => [`${method} ${path}`, take]));
  return (method, path) => {
    const take = known.get(`${method === "HEAD" ? "GET" : method} ${path}`) ?? known.get(`ALL ${path}`);
    if (take !== undefined) return take;
    const methods = routes.flatMap((route) => (route.path === path ? [route.method] : []));
    if (methods.length === 0) return (c) => refusal(c, { name: "not_found" });
    return wrongMethod(methods.includes("GET") ? ["GET", "HEAD", "POST"] : methods);
  };
}

/** The path of the route that a request goes by: no key is in it. */
function pathOf({ req, segments }: IngestExchange): string {
  if (req.path === BARE || req.path === MQTT || INFLUX_PATHS.includes(req.path)) return req.path;
  const [, api, group, key, ...appended] = segments;
  if (api !== "api" || group !== "ingest" || key === undefined || key === "") return UNKNOWN;
  return appended.length === 0 ? OF_DEVICE : OF_STATION;
}

/** The key that a request's address holds; null where it stands elsewhere. */
const keyIn = (c: IngestExchange): string | null =>
  c.req.path === MQTT || INFLUX_PATHS.includes(c.req.path) ? null : (c.segments[3] ?? null);
