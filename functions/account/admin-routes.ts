import { Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { listJobRuns } from "../../lib/flows/jobs/list-job-runs.ts";
import type { Db } from "../../lib/store/db.ts";
import { type JobRunList, JobRunsQuery } from "../../schema/wire/jobs.ts";
import { refusal, reply } from "../_http/reply.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { validate } from "../_http/validate.ts";

export type AdminPorts = { db: Db; adminEmails: ReadonlySet<string> };

/** The service itself, for the people who run it; to everybody else there is no such place. */
export function adminRoutes(ports: AdminPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.get("/api/account/admin/jobs", guard, requireAdmin(ports), async (c) => {
    const query = validate(JobRunsQuery, c.req.query());
    if (!query.ok) return refusal(c, query.problem);
    const { limit, cursor } = query.value;
    return reply<JobRunList>(c, await listJobRuns(ports, { limit, cursor: cursor ?? null }));
  });
  return routes;
}

const requireAdmin = ({ adminEmails }: AdminPorts) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    adminEmails.has(c.var.member.email) ? await next() : refusal(c, { name: "not_found" }),
  );
