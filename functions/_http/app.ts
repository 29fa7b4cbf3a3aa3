import type { Context } from "hono";
import type { HonoBase } from "hono/hono-base";
import { methodNotAllowed } from "hono/method-not-allowed";
import { routePath } from "hono/route";
import { Hono } from "hono/tiny";
import { getPathNoStrict } from "hono/utils/url";
import { STORE_LIMITS, StoreError } from "../../lib/kernel/db.queries.ts";
import type { Report } from "../../lib/kernel/ports.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import type { Acting, ActingMember } from "../../lib/people/activity.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { ProblemName, Problems } from "../../schema/problems.ts";
import { INGEST_PROBLEMS } from "../../schema/problems.ts";
import { BodyBrokenOff } from "./body.ts";
import { METHODS, refusal, requestIdOf, SECURITY_HEADERS, wrongMethod } from "./reply.ts";
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
 * that it can answer, `routes` those whose
 * answers the security log tells of: a group that signs nobody in and shows no secret has none. Its router tries path after
 * path: some 4 µs for the 90 of the pages, and no code to read at a start that compiles them into one.
 */
export function newApp<Variables extends object = object>(
  { random, report }: CoreServices,
  problems: Problems,
  routes: SecurityRoutes = {},
  getPath: (request: Request) => string = getPathNoStrict,
) {
  const app: HonoBase<{ Variables: HttpVariables & Variables }> = new Hono({ getPath });
  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.header("X-Request-Id"), random);
    c.set("requestId", requestId as never);
    c.set("problems", problems as never);
    const headers = Object.entries({ ...SECURITY_HEADERS, "X-Request-Id": requestId });
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
