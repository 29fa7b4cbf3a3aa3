import { createMiddleware } from "hono/factory";
import type { z } from "zod";
import { refusal } from "./reply.ts";
import type { SessionEnv } from "./require-session.ts";

/** What can't be an id in the path is as unknown as one that nobody has. */
export const requireId = (name: string, schema: z.ZodType) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    schema.safeParse(c.req.param(name)).success ? await next() : refusal(c, { name: "not_found" }),
  );
