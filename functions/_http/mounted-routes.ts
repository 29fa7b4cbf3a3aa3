import type { Context, Env, MiddlewareHandler } from "hono";
import type { HonoBase } from "hono/hono-base";
import type * as z from "zod/mini";
import type { Limited } from "../../lib/kernel/network.ts";
import { done } from "../../lib/kernel/outcome.ts";
import type { Action } from "../../lib/people/entitlement.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Audience, RouteWords } from "../../schema/openapi/route.ts";
import type { SecurityAct } from "../../schema/vocabulary.ts";
import { type OpenEnv, refusal, reply, type SessionEnv, wrongMethod } from "./app.ts";
import { logged } from "./security-log.ts";
import { jsonBody, query } from "./validate.ts";

/** How a route is called and guarded, and its words in the OpenAPI document. */
export type Route = RouteWords & {
  /** `GET /api/v1/devices/:id`. */
  on: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
  /** Who may call the route, if not the same callers as for the group's other routes. */
  audience?: Audience;
  /** Answers 405 to other methods, which would otherwise match a later route with a path parameter. */
  only?: true;
  /** The action that role and plan must allow; absent if every signed-in caller may call it. */
  may?: Action;
  /** The shapes of path parameters that aren't our ids. Any other value is answered with 404. */
  path?: Readonly<Record<string, z.ZodMiniType>>;
  /** The handler reads the body and query itself. */
  reads?: true;
  /** Answers 201. A request repeated with its `Idempotency-Key` creates nothing more. */
  makes?: true;
  /** Requires that the person has recently confirmed their identity. */
  proof?: true;
  /** Sends the messages that the route queued as soon as it has answered. */
  wakes?: true;
  /** The act that the security log records for a success. */
  log?: SecurityAct;
};

/** A route with its handler, as a group mounts it. */
export type MountedRoute<Deps> = Route & {
  answer: (services: Deps, c: never, given: never) => unknown;
};

/** The routes of a subject by id, such as `members.list`. An id never changes. */
export type Routes<Deps> = Readonly<Record<string, MountedRoute<Deps>>>;

/** The JSON that the document shows for a success; `never` if the handler builds its own response. */
type Shown<Answers> = Answers extends { [Status in 200 | 201]?: { json: infer Shape extends z.ZodMiniType } }
  ? z.output<Shape>
  : never;

type Answered<Answers> = Response | Limited<Shown<Answers>>;

type OutputOf<Body, Query> = Body extends z.ZodMiniType
  ? z.output<Body>
  : Query extends z.ZodMiniType
    ? z.output<Query>
    : undefined;

/**
 * Returns a function that types a route: the compiler checks that the handler takes the declared body or query, and
 * returns what the route's words show.
 */
export const routesFor =
  <Deps, Guarded extends Env = SessionEnv>() =>
  <
    const Answers extends Route["answers"],
    Body extends z.ZodMiniType | undefined = undefined,
    Query extends z.ZodMiniObject | undefined = undefined,
    Called extends Audience | undefined = undefined,
    Reads extends true | undefined = undefined,
  >(
    route: Omit<Route, "answers" | "body" | "query" | "audience" | "reads"> & {
      answers: Answers;
      body?: Body;
      query?: Query;
      audience?: Called;
      reads?: Reads;
      answer: (
        services: Deps,
        c: Context<Called extends "anyone" ? OpenEnv : Guarded>,
        given: Reads extends true ? undefined : OutputOf<Body, Query>,
      ) => Answered<Answers> | Promise<Answered<Answers>>;
    },
  ) =>
    route as MountedRoute<Deps>;

/** Mounts a table's routes under a prefix, each behind its guards. */
export function mountRoutes<E extends Env, Deps>(
  app: HonoBase<E>,
  table: Routes<Deps>,
  services: Deps,
  guardsOf: (route: Route) => readonly (MiddlewareHandler<E> | false | undefined)[],
  { prefix = "", bytesMax = LIMITS.accountBodyBytesMax }: { prefix?: string; bytesMax?: number } = {},
) {
  for (const route of Object.values(table)) {
    const [method = "", rest = ""] = route.on.split(" ");
    const path = prefix + rest;
    const answerOf = route.answer as (
      services: Deps,
      c: Context,
      given: unknown,
    ) => Response | Limited<object> | Promise<Response | Limited<object>>;
    const guards = [route.log && logged(route.log), ...guardsOf(route)].filter((guard) => !!guard);
    app.on(method, [path], ...guards, async (c) => {
      const given = await givenBy(c, route, bytesMax);
      if (!given.ok) return refusal(c, given.problem);
      const answer = await answerOf(services, c, given.value);
      return answer instanceof Response ? answer : reply(c, answer, route.makes ? 201 : 200);
    });
    if (route.only) app.all(path, wrongMethod([method]));
  }
}

function givenBy(c: Context, { body, query: shape, reads }: Route, bytesMax: number) {
  if (reads) return done(undefined);
  if (body) return jsonBody(c, body, bytesMax);
  return shape ? query(c, shape) : done(undefined);
}
