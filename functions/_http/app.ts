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

/** Facts of this request that every group has; a group's guards add their own. */
export type HttpVariables = { requestId: string; problems: Problems };

/** Of a route that nobody need be signed in for. */
export type OpenEnv = { Variables: HttpVariables };

/** `c.var` of a guarded route is itself the `ActingMember` that flows ask for. */
export type SessionEnv = { Variables: HttpVariables & ActingMember };

/**
 * A Hono app in which every answer has a request id and the security headers, an unknown path is a JSON 404,
 * a wrong method a 405 with `Allow`, and a throw a 500 that says nothing about the inside. `problems` are the refusals
 * that it can answer, `routes` those whose answers the security log tells of: a group that signs nobody in and shows no
 * secret has none. Its router tries path after path: some 4 µs for the 90 of the pages, and no start that compiles them.
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
    // An answer that a handler has made by itself lacks them; each one that is set by now copies the answer.
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

/** Lets the page of any site read the answers. */
export const anyPage = /* @__PURE__ */ cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "OPTIONS"],
  exposeHeaders: ["ETag", "X-Request-Id", "X-Error-Code"],
});

/** What is known of a request by the time that it fails. */
type Known = Partial<ActingMember> & { acting?: Acting; requestId?: string };

/** Reports what was thrown, in a sentence, and answers the refusal that says nothing about the inside. */
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

/** In the order in which they are told. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Every answer has them, even one that is given before a function runs. */
export const SECURITY_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
} as const;
const ALWAYS = Object.entries(SECURITY_HEADERS);

const SANE_REQUEST_ID = /^[\w-]{8,64}$/;

/** `{"error": "<one sentence>"}` and nothing else, never cached; a program tells refusals apart by `X-Error-Code`. */
export function refusal(c: Context, problem: Problem): Response {
  const { status, error } = wordsOf(c, problem.name);
  c.header("Cache-Control", "no-store");
  c.header("X-Error-Code", problem.name);
  const refusedWith = problem.sentence ?? error;
  c.set("problem", problem.name);
  c.set("refusedWith", refusedWith);
  return c.json({ error: refusedWith }, status);
}

/** A group has the words of what it can refuse, and no others. */
function wordsOf(c: Context, name: ProblemName): ProblemWords {
  const { problems = {} }: { problems?: Problems } = c.var;
  const words = problems[name];
  if (words === undefined) throw new Error(`This group has no words for the refusal ${name}`);
  return words;
}

/**
 * The only place that turns an outcome into a response. A limit that the store counted gets the headers that the limiter's
 * have.
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
 * The 405 of a path that has `methods`. Put it, for all methods, behind a path's own handlers where a path
 * with a parameter would take the others.
 */
export const wrongMethod =
  (methods: readonly string[]) =>
  (c: Context): Response => {
    c.header("Allow", methods.join(", "));
    return refusal(c, { name: "wrong_method" });
  };

/** The caller's own id where it is a sane one, else a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && SANE_REQUEST_ID.test(given) ? given : crypto.randomUUID();

/** Lets `work` go on after the answer; what it fails with is reported as `event`. */
export function inBackground(c: Context, report: Report, event: string, work: Promise<void>): void {
  const settled = work.catch((error: unknown) => report({ level: "warn", event, error: messageOf(error) }));
  try {
    c.executionCtx.waitUntil(settled);
  } catch {
    // Hono throws where there is no execution context: the promise runs on its own.
  }
}

/** After a write that went well, has its mail sent while the caller already reads the answer. */
export function wakeAfterWrites(services: CoreServices & Pick<Services, "wake">): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.req.method === "GET" || c.req.method === "HEAD" || !c.res.ok) return;
    wakeInBackground(c, services);
  };
}

/** Has what is queued sent now. A wake-up that fails is no loss: the clock sends it then. */
export function wakeInBackground(c: Context, { wake, report }: CoreServices & Pick<Services, "wake">): void {
  inBackground(c, report, "wake_failed", wake());
}
