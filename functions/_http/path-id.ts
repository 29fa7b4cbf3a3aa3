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

/** What can't be an id in the path is as unknown as one that nobody has. */
export const requireId = (name: string, schema: z.ZodType) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    schema.safeParse(c.req.param(name)).success ? await next() : refusal(c, { name: "not_found" }),
  );
