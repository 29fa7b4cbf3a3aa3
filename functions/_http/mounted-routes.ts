import type { Context, Hono, MiddlewareHandler } from "hono";
import type { z } from "zod";
import { done } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Limited } from "../../lib/people/network.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { SessionRoute, SessionRoutes } from "../../schema/routes/route.ts";
import { onceInSession } from "./acting.ts";
import type { IdempotentPorts } from "./idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "./in-background.ts";
import { refusal, replyLimited } from "./reply.ts";
import { requireMay } from "./require-may.ts";
import { requireProof } from "./require-proof.ts";
import type { SessionEnv } from "./require-session.ts";
import { jsonBody, query } from "./validate.ts";

type Given<Route> = Route extends { body: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : Route extends { query: infer Shape extends z.ZodType }
    ? z.output<Shape>
    : undefined;

/** What the document shows of a success; where that is no JSON the handler answers by itself. */
type Shown<Words> = Words extends {
  answers: { [Status in 200 | 201]?: { json: infer Shape extends z.ZodType } };
}
  ? z.output<Shape>
  : never;

type Answered<Words> = Response | Limited<Shown<Words>>;

/** A handler for each route of a table: it gets the body or query that the route declares, and answers what its words show. */
export type Handlers<Table extends SessionRoutes, Words extends { [Id in keyof Table]: unknown }> = {
  readonly [Id in keyof Table]: (
    c: Context<SessionEnv>,
    given: Given<Table[Id]>,
  ) => Answered<Words[Id]> | Promise<Answered<Words[Id]>>;
};

export type MountPorts = IdempotentPorts & WakePorts & Pick<Services, "clock">;

/** Mounts a table's routes, each behind its guards. */
export function mountSession(
  app: Hono<SessionEnv>,
  table: SessionRoutes,
  handlers: Readonly<Record<string, (c: Context<SessionEnv>, given: never) => unknown>>,
  ports: MountPorts,
  guard: MiddlewareHandler<SessionEnv>,
) {
  for (const [id, route] of Object.entries(table)) {
    const [method = "", path = ""] = route.on.split(" ");
    const handler = handlers[id] as (c: Context, given: unknown) => Promise<Response | Limited<object>>;
    app.on(method, [path], guard, ...guardsOf(route, ports), async (c) => {
      const given = await givenBy(c, route);
      if (!given.ok) return refusal(c, given.problem);
      const answer = await handler(c, given.value);
      return answer instanceof Response ? answer : replyLimited(c, answer, route.makes ? 201 : 200);
    });
  }
}

function guardsOf({ may, proof, makes, once, wakes }: SessionRoute, ports: MountPorts) {
  const guards: MiddlewareHandler<SessionEnv>[] = [];
  if (may) guards.push(requireMay(may));
  if (proof) guards.push(requireProof(ports));
  if (makes || once) guards.push(onceInSession(ports));
  if (wakes) guards.push(wakeAfterWrites(ports));
  return guards;
}

function givenBy(c: Context, route: SessionRoute) {
  const bytesMax = route.short ? LIMITS.shortBodyBytesMax : LIMITS.accountBodyBytesMax;
  if (route.body) return jsonBody(c, route.body, bytesMax);
  return route.query ? query(c, route.query) : done(undefined);
}
