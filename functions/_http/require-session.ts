import { createMiddleware } from "hono/factory";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { ActingMember } from "../../lib/people/items.ts";
import { type OpenSessionPorts, openSession } from "../../lib/people/sessions.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { HttpVariables } from "./app.ts";
import { clientIp, type Edge } from "./client-ip.ts";
import { sessionToken } from "./cookies.ts";
import { crossSiteRefusal } from "./csrf.ts";
import { logRefusals } from "./log-refusal.ts";
import { overLimit } from "./rate-limit.ts";
import { refusal } from "./reply.ts";

/** `c.var` of a guarded route is itself the `ActingMember` that flows ask for. */
export type SessionEnv = { Variables: HttpVariables & ActingMember };

export type SessionPorts = OpenSessionPorts &
  Pick<Services, "limiter" | "report" | "baseUrl"> & { edge: Edge };

const ACCOUNT_POLICY = { name: "account", limit: LIMITS.accountPerMinute, windowSeconds: 60 };

/** Lets a member of a home in, by cookie and from our own pages; the facts of who it is cost one call. */
export function requireSession(ports: SessionPorts) {
  const logRefusal = logRefusals(ports);
  return createMiddleware<SessionEnv>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const foreign = crossSiteRefusal(c, ports.baseUrl);
    if (foreign !== null) return foreign;
    const token = sessionToken(c);
    if (token === null) return refusal(c, { name: "sign_in_first" });
    const opened = await openSession(ports, token);
    if (!opened.ok) return refusal(c, opened.problem);
    const member = opened.value;
    const actor = { type: "user", id: member.userId, ip: clientIp(c, ports.edge) } as const;
    c.set("member", member);
    c.set("actor", actor);
    const refused = await overLimit(c, ports.limiter, ACCOUNT_POLICY, member.userId);
    if (refused === null) await next();
    await logRefusal(c, { householdId: member.householdId, actor }, refused ?? c.res);
    return refused ?? undefined;
  });
}
