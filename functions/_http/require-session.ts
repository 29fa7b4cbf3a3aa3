import { createMiddleware } from "hono/factory";
import type { Member } from "../../lib/domain/account/member.ts";
import { type OpenSessionPorts, openSession } from "../../lib/flows/account/open-session.ts";
import type { Limiter } from "../../lib/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { HttpVariables } from "./app.ts";
import { crossSiteRefusal } from "./csrf.ts";
import { overLimit } from "./rate-limit.ts";
import { refusal } from "./reply.ts";
import { sessionToken } from "./session-cookie.ts";

export type SessionVariables = { member: Member };

export type SessionPorts = OpenSessionPorts & { limiter: Limiter; baseUrl: string };

const ACCOUNT_POLICY = { name: "account", limit: LIMITS.accountPerMinute, windowSeconds: 60 };

/** Lets a member of a home in, by cookie and from our own pages; the facts of who it is cost one call. */
export function requireSession(ports: SessionPorts) {
  return createMiddleware<{ Variables: HttpVariables & SessionVariables }>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const foreign = crossSiteRefusal(c, ports.baseUrl);
    if (foreign !== null) return foreign;
    const token = sessionToken(c);
    if (token === null) return refusal(c, { name: "sign_in_first" });
    const member = await openSession(ports, token);
    if (!member.ok) return refusal(c, member.problem);
    const refused = await overLimit(c, ports.limiter, ACCOUNT_POLICY, member.value.userId);
    if (refused !== null) return refused;
    c.set("member", member.value);
    return await next();
  });
}
