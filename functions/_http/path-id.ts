import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { z } from "zod";
import { refusal } from "./reply.ts";
import type { SessionEnv } from "./require-session.ts";

const ID = /^[\w-]{1,64}$/;

/** The `:id` of the path; what could be nobody's id becomes "", which nothing is called. */
export function pathId(c: Context): string {
  const id = c.req.param("id") ?? "";
  return ID.test(id) ? id : "";
}

/** What a parameter of the path can't be is as unknown as what nobody has. */
export const requirePath = (shapes: Readonly<Record<string, z.ZodType>>) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    Object.entries(shapes).every(([name, shape]) => shape.safeParse(c.req.param(name)).success)
      ? await next()
      : refusal(c, { name: "not_found" }),
  );
