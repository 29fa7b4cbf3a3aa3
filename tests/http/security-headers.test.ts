import { describe, expect, test } from "vitest";
import { headersFor } from "../support/answering.ts";
import { operationFor, undocumented } from "../support/documented.ts";
import { addApiKey, addDevice, addInboundToken, addShareLink } from "../support/fixtures.ts";
import { headerFaults } from "../support/header-faults.ts";
import { appsOf, type Group, type House, openHouse, routesOf } from "../support/house.ts";
import { closedLimiter, type TestServices } from "../support/services.ts";

type Route = { group: Group; method: string; template: string; place?: number };

/** The same code reads all requests, so each route gets a third of the odd ones, its neighbors the others. */
const someOf = <T>(all: readonly T[], { place = 0 }: Route): T[] =>
  all.filter((_, at) => at % 3 === place % 3);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const GUARDED: Group[] = ["v1", "account", "companion"];

const secrets: Partial<Record<Group, string>> = {};

const house = await openHouse();
const key = await addApiKey(house.database, house.home);
secrets.ingest = (await addDevice(house.database, house.home)).ingestKey;
secrets.share = await addShareLink(house.database, house.home, { scope: "metrics" });
secrets.inbound = (await addInboundToken(house.database, house.home)).token;

/** The routes are needed before the tests, when no service is called. */
const NO_SERVICES = {} as TestServices;
const ROUTES: Route[] = Object.entries(appsOf(NO_SERVICES)).flatMap(([group, app]) =>
  routesOf(app).map((line) => {
    const [method = "", template = ""] = line.split(" ");
    return { group: group as Group, method, template };
  }),
);
const named = ROUTES.map((route, place) => ({ ...route, place, line: `${route.method} ${route.template}` }));
const withBody = named.filter(
  ({ method, template }) => operationFor(method, filled(template, "x"))?.requestBody,
);
const withId = named.filter(({ template }) => template.includes(":"));

function filled(template: string, id: string): string {
  return template.replace(/:\w+/, id);
}

/** Returns a route's path; if the path holds the secret, the right one. */
const path = ({ group, template }: Route): string => filled(template, secrets[group] ?? "unknown0");

const isOpen = ({ group, template }: Route): boolean =>
  !GUARDED.includes(group) || /\/sign-in|^\/api\/companion\/session$/.test(template);

async function ask(route: Route, sent: RequestInit & { path?: string; apps?: House["apps"] } = {}) {
  const { apps = house.apps, path: at = path(route), ...init } = sent;
  const headers = {
    "CF-Connecting-IP": "203.0.113.7",
    ...headersFor(route.group, house, key),
    ...init.headers,
  };
  if (route.group === "ingest") Object.assign(headers, { "X-Ingest-Key": secrets.ingest });
  const answer = await apps[route.group].request(at, { method: route.method, ...init, headers });
  expect(await headerFaults(answer, !isOpen(route))).toEqual([]);
  const named = filled(route.template, "x");
  const isDescribed = answer.status !== 405 && operationFor(init.method ?? route.method, named) !== undefined;
  if (isDescribed) expect(await undocumented(route.method, named, answer)).toEqual([]);
  return answer;
}

const sentence = async (answer: Response) => ((await answer.json()) as { error: string }).error;

const NO_OBJECTS = ["{", "", '"text"', "\u0000", "[".repeat(100), "[]"];

test.each(withBody)("400: a body that is none $line", async (route) => {
  for (const body of someOf(NO_OBJECTS, route)) {
    const { status } = await ask(route, { body });
    expect([body, status]).toEqual([body, expect.toSatisfy((code: number) => [400, 404].includes(code))]);
  }
});

/** A device that is not there is told first. */
test.each(withBody.filter(({ template }) => !template.endsWith("/readings")))(
  "413: a body that is too large, said or not $line",
  async (route) => {
    const large = `{"name":"${"x".repeat(300_000)}"}`;
    const said = await ask(route, { body: large, headers: { "Content-Length": String(large.length) } });
    expect([said.status, await sentence(said)]).toEqual([413, expect.stringMatching(/^Payload too large/)]);
    const unsaid = await ask(route, { body: large });
    expect(unsaid.status).toBe(413);
  },
);

describe("405: a method that the path does not have", () => {
  const paths = [...new Map(named.map((route) => [`${route.group} ${route.template}`, route])).values()];
  test.each(paths)("$template", async (route) => {
    const at = path(route);
    const known = METHODS.filter((method) => operationFor(method, at) !== undefined);
    const allow = known.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    const wrong = [...METHODS.filter((one) => !known.includes(one)), "PROPFIND"];
    const method = wrong[route.place % wrong.length] ?? "PROPFIND";
    const answer = await ask(route, { method });
    expect([method, answer.status, answer.headers.get("Allow")]).toEqual([method, 405, allow]);
    expect(await sentence(answer)).toBe("Method not allowed");
  });
});

test.each<[Group, string]>([
  ["ingest", "/api/v2/nothing"],
  ["share", "/api/share/x/nothing"],
  ["public", "/api/nothing"],
  ["v1", "/api/v1/nothing"],
  ["account", "/api/account/nothing"],
  ["companion", "/api/bays/x/nothing"],
  ["inbound", "/api/inbound"],
  ["cron", "/api/cron/nothing"],
])("404: a path that is none %s: %s", async (group, at) => {
  for (const method of METHODS) {
    const answer = await ask({ group, method, template: at });
    expect([answer.status, await sentence(answer)]).toEqual([404, "Not found"]);
  }
});

describe("429: over the limit", () => {
  const limited = named.filter(
    ({ method, template }) =>
      operationFor(method, filled(template, "x"))?.responses &&
      hasStatus(method, template, 429) &&
      // Their limit counts keys, which come in InfluxDB's own header.
      !/sign-in$|\/write$/.test(template),
  );
  test.each(limited)("$line", async (route) => {
    const apps = appsOf({ ...house.services, limiter: closedLimiter });
    const answer = await ask(route, { apps, ...(route.method === "GET" ? {} : { body: "{}" }) });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "17"]);
    expect(answer.headers.get("RateLimit-Policy")).toMatch(/^"[\w-]+";q=\d+;w=\d+$/);
    expect(await sentence(answer)).toMatch(/^Rate limit exceeded/);
  });
});

function hasStatus(method: string, template: string, status: number): boolean {
  const { responses = {} } = operationFor(method, filled(template, "x")) ?? {};
  return Object.hasOwn(responses as object, String(status));
}

describe("500: a database that is down", () => {
  const guarded = named.filter((route) => !isOpen(route));
  test.each(guarded)("$line", async (route) => {
    for (let attempt = 0; attempt < 3; attempt += 1) house.database.failNext({ kind: "refuse" });
    const answer = await ask(route);
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([500, "5"]);
    expect(await sentence(answer)).toBe("We can't read or store data right now: try again in a few seconds");
  });
});

const RUBBISH: Record<string, string> = {
  "a NUL": "%00",
  "half a percent sign": "%",
  "half a character": "%E0%A4%A",
  "an emoji": encodeURIComponent("💧"),
  "a way up": "..%2F..%2Fetc",
  "a line break": "a%0D%0Ab",
  SQL: encodeURIComponent("' or 1=1; --"),
  "a prototype": "__proto__",
  "5,000 characters": "x".repeat(5_000),
};

test.each(withId)("rubbish where an id belongs is a clear 4xx $line", async (route) => {
  const unknown = await ask(route, { path: filled(route.template, "unknown0"), ...validBody(route) });
  const notified = [unknown.status, await unknown.text()];
  for (const [what, id] of someOf(Object.entries(RUBBISH), route)) {
    const answer = await ask(route, { path: filled(route.template, id), ...validBody(route) });
    expect([what, answer.status, await answer.text()]).toEqual([what, ...notified]);
  }
  expect(notified[0]).toBeOneOf([401, 404]);
});

/** Valid bodies, so that only the id decides. */
const GOOD_BODIES: Record<string, unknown> = {
  "PATCH /api/v1/devices/:id": { name: "x" },
  "PATCH /api/v1/sensors/:id": { label: "x" },
  "POST /api/v1/alerts/:id/answer": { answer: "no" },
  "PUT /api/bays/:bay_id/mood": { mood: "cozy" },
};
function validBody({ method, template }: Route): { body?: string } {
  if (method === "GET") return {};
  const rule = template.includes("/rules/") ? { enabled: false } : {};
  return { body: JSON.stringify(GOOD_BODIES[`${method} ${template}`] ?? rule) };
}

describe("rubbish in a query is a clear 4xx or nothing", () => {
  const withQuery = named.filter(({ method, template }) =>
    JSON.stringify(operationFor(method, filled(template, "x"))?.parameters ?? "").includes('"query"'),
  );
  test.each(withQuery)("$line", async (route) => {
    const { parameters } = operationFor(route.method, filled(route.template, "x")) ?? {};
    const names = (parameters as { in: string; name: string }[]).filter((one) => one.in === "query");
    for (const { name } of names) {
      for (const value of someOf(Object.values(RUBBISH), route)) {
        const answer = await ask(route, { path: `${path(route)}?${name}=${value}` });
        expect([name, value, answer.status]).toEqual([name, value, expect.toBeOneOf([200, 400, 404])]);
      }
    }
  });
});
