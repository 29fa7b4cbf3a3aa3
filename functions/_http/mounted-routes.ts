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

/** How a route is called and guarded, and what the document says of it. */
export type Route = RouteWords & {
  /** `GET /api/v1/devices/:id`. */
  on: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
  /** Who may call it, where that is not who may call the group's other routes. */
  audience?: Audience;
  /** Other methods are refused, which a later path with a parameter would take. */
  only?: true;
  /** What role and plan have to allow; absent where everyone who is signed in may ask. */
  may?: Action;
  /** What the path's parameters look like, where they are no ids of ours; anything else is not found. */
  path?: Readonly<Record<string, z.ZodMiniType>>;
  /** The handler reads the body and the query by itself. */
  reads?: true;
  /** Answers 201, and does what is sent again with its `Idempotency-Key` once. */
  makes?: true;
  /** Only soon after the person has confirmed who they are. */
  proof?: true;
  /** Has what it queued sent as soon as it is answered. */
  wakes?: true;
  /** What the security log is told of its success. */
  log?: SecurityAct;
};

/** A route with its handler, as a group mounts it. */
export type MountedRoute<Deps> = Route & {
  answer: (services: Deps, c: never, given: never) => unknown;
};

/** The routes of a subject by id, such as `members.list`; an id never changes. */
export type Routes<Deps> = Readonly<Record<string, MountedRoute<Deps>>>;

/** What the document shows of a success; where that is no JSON the handler answers by itself. */
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
 * Makes routes whose handlers get the body or query that the route declares, and answer what its words show: the
 * compiler checks both.
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
