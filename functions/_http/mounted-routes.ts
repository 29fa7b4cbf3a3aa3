import type { Context, Env, MiddlewareHandler } from "hono";
import type { HonoBase } from "hono/hono-base";
import type * as z from "zod/mini";
import { done } from "../../lib/kernel/outcome.ts";
import type { Limited } from "../../lib/people/network.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Route, Routes } from "../../schema/routes/route.ts";
import type { HttpVariables } from "./app.ts";
import { refusal, replyLimited, wrongMethod } from "./reply.ts";
import type { SessionEnv } from "./require-session.ts";
import { jsonBody, query } from "./validate.ts";

type Given<Route> = Route extends { body: infer Shape extends z.ZodMiniType }
  ? z.output<Shape>
  : Route extends { query: infer Shape extends z.ZodMiniType }
    ? z.output<Shape>
    : undefined;

/** What the document shows of a success; where that is no JSON the handler answers by itself. */
type Shown<Words> = Words extends {
  answers: { [Status in 200 | 201]?: { json: infer Shape extends z.ZodMiniType } };
}
  ? z.output<Shape>
  : never;

type Answered<Words> = Response | Limited<Shown<Words>>;

type EnvOf<Route, Guarded extends Env> = Route extends { open: true }
  ? { Variables: HttpVariables }
  : Guarded;

/** A handler for each route of a table: it gets the body or query that the route declares, and answers what its words show. */
export type Handlers<
  Table extends Routes,
  Words extends { [Id in keyof Table]: unknown },
  Guarded extends Env = SessionEnv,
> = {
  readonly [Id in keyof Table]: (
    c: Context<EnvOf<Table[Id], Guarded>>,
    given: Given<Table[Id]>,
  ) => Answered<Words[Id]> | Promise<Answered<Words[Id]>>;
};

/** Any handlers that know the ids of a table. */
export type HandlersOf<Table extends Routes> = Readonly<
  Record<keyof Table, (c: never, given: never) => unknown>
>;

/** Mounts a table's routes under a prefix, each behind its guards. */
export function mountRoutes<E extends Env, Table extends Routes>(
  app: HonoBase<E>,
  table: Table,
  handlers: HandlersOf<Table>,
  guardsOf: (route: Route) => readonly (MiddlewareHandler<E> | false | undefined)[],
  { prefix = "", bytesMax = LIMITS.accountBodyBytesMax }: { prefix?: string; bytesMax?: number } = {},
) {
  for (const [id, route] of Object.entries<Route>(table)) {
    const [method = "", rest = ""] = route.on.split(" ");
    const path = prefix + rest;
    const handler = handlers[id] as (c: Context, given: unknown) => Promise<Response | Limited<object>>;
    const guards = guardsOf(route).filter((guard) => !!guard);
    app.on(method, [path], ...guards, async (c) => {
      const given = await givenBy(c, route, route.short ? LIMITS.shortBodyBytesMax : bytesMax);
      if (!given.ok) return refusal(c, given.problem);
      const answer = await handler(c, given.value);
      return answer instanceof Response ? answer : replyLimited(c, answer, route.makes ? 201 : 200);
    });
    if (route.only) app.all(path, wrongMethod([method]));
  }
}

function givenBy(c: Context, { body, query: shape }: Route, bytesMax: number) {
  if (body) return jsonBody(c, body, bytesMax);
  return shape ? query(c, shape) : done(undefined);
}
