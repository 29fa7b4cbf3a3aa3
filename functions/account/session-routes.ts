import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { OtherCells } from "../../lib/people/elsewhere.actions.ts";
import { endSession, showSession, switchHome } from "../../lib/people/sessions.actions.ts";
import { listSessions } from "../../lib/people/sessions.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { SessionAnswer, SessionList } from "../../schema/wire/account/sessions.ts";
import { SessionMove, type SignedIn } from "../../schema/wire/account/sign-in.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { clearSessionCookie, setSessionCookie } from "../_http/cookies.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
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
