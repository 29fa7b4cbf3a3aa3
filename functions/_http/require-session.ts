import { createMiddleware } from "hono/factory";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import type { ActingMember } from "../../lib/people/items.ts";
import { type OpenSessionPorts, openSession } from "../../lib/people/sessions.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Action } from "../../schema/vocabulary.ts";
import type { HttpVariables } from "./app.ts";
import { clientIp, type Edge } from "./client-ip.ts";
import { sessionToken } from "./cookies.ts";
import { crossSiteRefusal } from "./csrf.ts";
import { logRefusals } from "./log-refusal.ts";
import { overLimit } from "./rate-limit.ts";
import { refusal } from "./reply.ts";

const ACCOUNT_POLICY = { name: "account", limit: LIMITS.accountPerMinute, windowSeconds: 60 };

/** `c.var` of a guarded route is itself the `ActingMember` that flows ask for. */
export type SessionEnv = { Variables: HttpVariables & ActingMember };

export type SessionPorts = OpenSessionPorts &
  Pick<Services, "limiter" | "report" | "baseUrl"> & { edge: Edge };

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

/** After `requireSession`: refuses whoever's role or plan does not have the action. */
export const requireMay = (action: Action) =>
  createMiddleware<SessionEnv>(async (c, next) => {
    const verdict = may(action, c.var.member);
    if (verdict === "yes") return await next();
    return refusal(c, { name: verdict === "role" ? "role_forbids" : "pro_required" });
  });

/** After `requireSession`, for what cannot be undone: refuses a session that proved its address long ago. */
export const requireProof = ({ clock }: Pick<Services, "clock">) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    isProved(c.var.member, clock()) ? await next() : refusal(c, { name: "prove_again" }),
  );
