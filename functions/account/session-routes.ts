import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { OtherCells } from "../../lib/people/elsewhere.actions.ts";
import {
  endSession,
  type ProvePorts,
  proveSession,
  showSession,
  switchHome,
} from "../../lib/people/sessions.actions.ts";
import { listSessions } from "../../lib/people/sessions.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { SessionAnswer, SessionList } from "../../schema/wire/account/sessions.ts";
import { CodeProof, SessionMove, type SignedIn } from "../../schema/wire/account/sign-in.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { clientIp, type Edge } from "../_http/client-ip.ts";
import { challengeOf, clearSessionCookie, setSessionCookie } from "../_http/cookies.ts";
import { limitSignInTries } from "../_http/limit-sign-in-tries.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

type Ports = Pick<Services, "db" | "clock" | "random"> & OtherCells;

export function sessionRoutes(ports: Ports, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.post("/api/account/sign-out", guard, async (c) => {
    clearSessionCookie(c);
    return reply<Ok>(c, await endSession(ports, c.var, c.var.member.sessionId));
  });
  routes.get("/api/account/session", guard, async (c) =>
    reply<SessionAnswer>(c, await showSession(ports, c.var.member)),
  );
  routes.put("/api/account/session", guard, async (c) => {
    const body = await jsonBody(c, SessionMove, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const moved = await switchHome(ports, c.var.member, body.value.household_id);
    if (!moved.ok) return refusal(c, moved.problem);
    setSessionCookie(c, moved.value.token);
    return c.json({ ok: true, household_id: moved.value.householdId } satisfies SignedIn);
  });
  routes.get("/api/account/sessions", guard, async (c) => {
    const { userId, sessionId } = c.var.member;
    const sessions = await listSessions(ports.db, userId, ports.clock());
    const marked = sessions.map((session) => ({ ...session, current: session.id === sessionId }));
    return c.json({ sessions: marked } satisfies SessionList);
  });
  routes.delete("/api/account/sessions/:id", guard, async (c) =>
    reply<Ok>(c, await endSession(ports, c.var, pathId(c))),
  );
  return routes;
}

type ProveRoutePorts = ProvePorts & Pick<Services, "limiter"> & { edge: Edge };

/** A signed-in person proves once more that the mailbox is theirs. */
export function proveRoutes(ports: ProveRoutePorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.post("/api/account/session/prove", guard, limitSignInTries(ports), async (c) => {
    const body = await jsonBody(c, CodeProof, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const challenge = body.value.challenge ?? challengeOf(c);
    const { code, recovery_code: recoveryCode } = body.value;
    const given = { code, challenge, recoveryCode, ip: clientIp(c, ports.edge) };
    const proved = await proveSession(ports, c.var.member, given);
    if (!proved.ok) return replyLimited<Ok>(c, proved);
    setSessionCookie(c, proved.value.token);
    return c.json({ ok: true } satisfies Ok);
  });
  return routes;
}
