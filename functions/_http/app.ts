import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { HonoBase } from "hono/hono-base";
import { methodNotAllowed } from "hono/method-not-allowed";
import { routePath } from "hono/route";
import { Hono } from "hono/tiny";
import { getPathNoStrict } from "hono/utils/url";
import { STORE_LIMITS, StoreError } from "../../lib/kernel/db.queries.ts";
import type { Limited } from "../../lib/kernel/network.ts";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Report } from "../../lib/kernel/ports.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import type { Acting, ActingMember } from "../../lib/people/activity.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  INGEST_PROBLEMS,
  type ProblemName,
  type Problems,
  type ProblemWords,
} from "../../schema/problems.ts";
import { BodyBrokenOff } from "./body.ts";
import { type SecurityRoutes, securityLine } from "./security-log.ts";

/** The request's facts that every group has; a group's guards add their own. */
export type HttpVariables = { requestId: string; problems: Problems };

/** The environment of a route that needs no sign-in. */
export type OpenEnv = { Variables: HttpVariables };

/** The environment of a guarded route: `c.var` is itself the `ActingMember` that flows take. */
export type SessionEnv = { Variables: HttpVariables & ActingMember };

/**
 * Creates a Hono app. Every answer has a request id and the security headers, an unknown path is a JSON 404, a wrong
 * method a 405 with `Allow`, and a throw a 500 that reveals nothing internal. `problems` lists the refusals that the
 * group can answer, `routes` the acts that the security log records (none in a group without sign-ins or secrets). The
 * router tries path after path: some 4 µs for the pages' 90 routes, and a start has no router to compile.
 */
export function newApp<Variables extends object = object>(
  { report }: CoreServices,
  problems: Problems,
  routes: SecurityRoutes = {},
  getPath: (request: Request) => string = getPathNoStrict,
) {
  const app: HonoBase<{ Variables: HttpVariables & Variables }> = new Hono({ getPath });
  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.header("X-Request-Id"));
    c.set("requestId", requestId as never);
    c.set("problems", problems as never);
    const headers = [...ALWAYS, ["X-Request-Id", requestId] as const];
    for (const [name, value] of headers) c.header(name, value);
    await next();
    const line = securityLine(c, routePath(c, -1), requestId, routes);
    if (line !== null) report(line);
    // A response that a handler built itself lacks them. Setting a header at this point copies the response.
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.header(name, value);
  });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        wrongMethod(METHODS.filter((method) => methods.includes(method)))(c),
    }),
  );
  app.notFound((c) => refusal(c, { name: "not_found" }));
  app.onError((error, c) => refusal(c, { name: reportFailure(c, routePath(c, -1), report, error) }));
  return app;
}

/** Lets pages of any origin read the responses (CORS). */
export const anyPage = /* @__PURE__ */ cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "OPTIONS"],
  exposeHeaders: ["ETag", "X-Request-Id", "X-Error-Code"],
});

/** The facts about a request that are known when it fails; a guard may not have run yet. */
type Known = Partial<ActingMember> & { acting?: Acting; requestId?: string };

/** Reports a thrown error in a sentence, and returns the problem to answer, which reveals nothing internal. */
export function reportFailure(c: Context, path: string, report: Report, error: Error): ProblemName {
  const known = c.var as Known;
  const route = `${c.req.method} ${path}`;
  const household_id = known.member?.householdId ?? known.acting?.householdId;
  const about = { request_id: known.requestId, route, household_id };
  if (error instanceof BodyBrokenOff) {
    report({ level: "warn", event: "body_broken_off", ...about });
    return "body_broken_off";
  }
  const [problem, event, what, cause] =
    error instanceof StoreError
      ? (["store_failed", "store_failed", whatFailed(error), error.failure] as const)
      : (["internal", "request_failed", `${error.name}, a fault of ours`, `${error.name}:`] as const);
  if (problem === "store_failed") c.header("Retry-After", String(LIMITS.storeRetryAfterSeconds));
  const message = `${what}: ${route} was refused with ${INGEST_PROBLEMS[problem].status}.`;
  report({ level: "error", event, ...about, message, error: `${cause} ${error.message}` });
  return problem;
}

function whatFailed({ failure, code, waitedMs }: StoreError): string {
  const coded = code === undefined ? "" : ` (${code})`;
  switch (failure) {
    case "unknown":
      return `The database did not answer${waitedMs < 500 ? "" : ` for ${Math.round(waitedMs / 1_000)} s`}${coded}`;
    case "not_executed":
      return `The database could not be reached${coded}`;
    case "rolled_back":
      return `The database took a change back ${STORE_LIMITS.storeAttemptsMax} times${coded}`;
    case "refused":
      return `The database refused a statement${coded}`;
    default:
      return failure satisfies never;
  }
}

/** In the order in which `Allow` lists them. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Every response has them, even one that is sent before a function runs. */
export const SECURITY_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
} as const;
const ALWAYS = Object.entries(SECURITY_HEADERS);

const SANE_REQUEST_ID = /^[\w-]{8,64}$/;

/** Answers only `{"error": "<one sentence>"}`, never cached. Programs tell refusals apart by `X-Error-Code`. */
export function refusal(c: Context, problem: Problem): Response {
  const { status, error } = wordsOf(c, problem.name);
  c.header("Cache-Control", "no-store");
  c.header("X-Error-Code", problem.name);
  const refusedWith = problem.sentence ?? error;
  c.set("problem", problem.name);
  c.set("refusedWith", refusedWith);
  return c.json({ error: refusedWith }, status);
}

/** Returns a refusal's words. A group has words only for its own refusals: any other one is a bug, and throws. */
function wordsOf(c: Context, name: ProblemName): ProblemWords {
  const { problems = {} }: { problems?: Problems } = c.var;
  const words = problems[name];
  if (words === undefined) throw new Error(`This group has no words for the refusal ${name}`);
  return words;
}

/**
 * Turns an outcome into a response; no other place does. A limit that the store counted gets the same headers as one of
 * the limiter.
 */
export function reply<T extends object>(c: Context, outcome: Limited<T>, status: 200 | 201 = 200): Response {
  if (outcome.ok) return c.json(outcome.value, status);
  if ("retryAfterSeconds" in outcome) {
    const { limit, retryAfterSeconds } = outcome;
    c.header("Retry-After", String(retryAfterSeconds));
    if (limit !== null) {
      c.header("RateLimit-Policy", `"${limit.name}";q=${limit.limit};w=${limit.windowSeconds}`);
      c.header("RateLimit", `"${limit.name}";r=0;t=${retryAfterSeconds}`);
    }
  }
  return refusal(c, outcome.problem);
}

/**
 * Answers 405 on a path that only has `methods`. Mount it for all methods, after the path's own handlers, where a later
 * route with a path parameter would match the other methods.
 */
export const wrongMethod =
  (methods: readonly string[]) =>
  (c: Context): Response => {
    c.header("Allow", methods.join(", "));
    return refusal(c, { name: "wrong_method" });
  };

/** Returns the caller's own request id if it is well-formed, else a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && SANE_REQUEST_ID.test(given) ? given : crypto.randomUUID();

/** Lets `work` continue after the response, and reports its failure as `event`. */
export function inBackground(c: Context, report: Report, event: string, work: Promise<void>): void {
  const settled = work.catch((error: unknown) => report({ level: "warn", event, error: messageOf(error) }));
  try {
    c.executionCtx.waitUntil(settled);
  } catch {
    // Hono throws if there is no execution context. The promise then runs on its own.
  }
}

/** Sends queued messages after a successful write, without delaying its response. */
export function wakeAfterWrites(services: CoreServices & Pick<Services, "wake">): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.req.method === "GET" || c.req.method === "HEAD" || !c.res.ok) return;
    wakeInBackground(c, services);
  };
}

/** Sends queued messages now, in the background. A failed wake-up loses nothing: the clock sends them later. */
export function wakeInBackground(c: Context, { wake, report }: CoreServices & Pick<Services, "wake">): void {
  inBackground(c, report, "wake_failed", wake());
}
