import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { signInCompanion, signOutCompanion } from "../../lib/pucks/companion-session.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type CompanionSignedIn, CompanionSignIn } from "../../schema/wire/companion.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { askedLanguage } from "../_http/accepted.ts";
import { clientCountry, clientIp } from "../_http/client-ip.ts";
import { limitSignInTries } from "../_http/limit-sign-in-tries.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import type { CompanionPorts } from "../_http/require-companion.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

export function sessionRoutes(ports: CompanionPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.post("/api/companion/session", limitSignInTries(ports), async (c) => {
    c.header("Cache-Control", "no-store");
    const body = await jsonBody(c, CompanionSignIn, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const { email, code, challenge, household_id, device_label, recovery_code } = body.value;
    const deviceLabel = device_label ?? c.req.header("User-Agent") ?? "";
    const ask = {
      email,
      code,
      challenge,
      deviceLabel,
      recoveryCode: recovery_code,
      householdId: household_id ?? null,
      ip: clientIp(c, ports.edge),
      country: clientCountry(c, ports.edge),
      language: askedLanguage(c),
    };
    return replyLimited<CompanionSignedIn>(c, await signInCompanion(ports, ask));
  });
  routes.delete("/api/companion/session", guard, async (c) =>
    reply<Ok>(c, await signOutCompanion(ports, c.var)),
  );
  return routes;
}
