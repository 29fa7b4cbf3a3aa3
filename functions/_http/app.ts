import type { HonoBase } from "hono/hono-base";
import { methodNotAllowed } from "hono/method-not-allowed";
import { routePath } from "hono/route";
import { Hono } from "hono/tiny";
import { getPathNoStrict } from "hono/utils/url";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import type { Problems } from "../../schema/problems.ts";
import { METHODS, refusal, requestIdOf, SECURITY_HEADERS, wrongMethod } from "./reply.ts";
import { reportFailure } from "./report-failure.ts";
import { type SecurityRoutes, securityLine } from "./security-log.ts";

/** Facts of this request that every group has; a group's guards add their own. */
export type HttpVariables = { requestId: string; problems: Problems };

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
