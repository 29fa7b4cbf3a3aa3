import { createMiddleware } from "hono/factory";
import { problemPage } from "./problem-page.tsx";
import type { PageEnv } from "./session.ts";

export type OperatorGuardPorts = { adminEmails: ReadonlySet<string> };

/** After `requirePageSession`: to everybody but the people who run the service there is no such place. */
export const requireOperator = ({ adminEmails }: OperatorGuardPorts) =>
  createMiddleware<PageEnv>(async (c, next) =>
    adminEmails.has(c.var.member.email) ? await next() : problemPage(c, { name: "not_found" }),
  );
