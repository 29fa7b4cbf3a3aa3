import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type ProvePorts, proveSession } from "../../lib/people/sessions.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { CodeProof } from "../../schema/wire/account/sign-in.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { clientIp, type Edge } from "../_http/client-ip.ts";
import { challengeOf, setSessionCookie } from "../_http/cookies.ts";
import { limitSignInTries } from "../_http/limit-sign-in-tries.ts";
import { refusal, replyLimited } from "../_http/reply.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

type Ports = ProvePorts & Pick<Services, "limiter"> & { edge: Edge };

/** A signed-in person proves once more that the mailbox is theirs. */
export function proveRoutes(ports: Ports, guard: MiddlewareHandler<SessionEnv>) {
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
