import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { AddPasskeyPorts } from "../../lib/people/passkeys/passkeys.actions.ts";
import {
  askForPasskey,
  askToProve,
  proveWithPasskey,
  signInWithPasskey,
} from "../../lib/people/passkeys/use-passkey.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { PasskeyRequest } from "../../schema/wire/account/passkey-options.ts";
import { PasskeyAnswer } from "../../schema/wire/account/passkeys.ts";
import type { SignedIn } from "../../schema/wire/account/sign-in.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { askedLanguage } from "../_http/accepted.ts";
import { clientCountry, clientIp, type Edge } from "../_http/client-ip.ts";
import { passkeyNonceOf, sessionToken, setPasskeyNonce, setSessionCookie } from "../_http/cookies.ts";
import { csrf } from "../_http/csrf.ts";
import { limitSignInTries } from "../_http/limit-sign-in-tries.ts";
import { refusal, reply } from "../_http/reply.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

type Ports = AddPasskeyPorts & Pick<Services, "limiter"> & { edge: Edge };

/** Signing in with a passkey, and proving with one that it is still the same person. */
export function usePasskeyRoutes(ports: Ports, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const ownPages = csrf(ports.baseUrl);
  const limited = limitSignInTries(ports);
  routes.post("/api/account/sign-in/passkey-options", ownPages, limited, async (c) => {
    c.header("Cache-Control", "no-store");
    return reply<PasskeyRequest>(c, await askForPasskey(ports, setPasskeyNonce(c, ports.random)));
  });
  routes.post("/api/account/sign-in/passkey", ownPages, limited, async (c) => {
    const body = await jsonBody(c, PasskeyAnswer, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const outcome = await signInWithPasskey(ports, {
      nonce: passkeyNonceOf(c),
      answer: body.value.response,
      oldToken: sessionToken(c),
      userAgent: c.req.header("User-Agent") ?? "",
      ip: clientIp(c, ports.edge),
      country: clientCountry(c, ports.edge),
      language: askedLanguage(c),
    });
    if (!outcome.ok) return refusal(c, outcome.problem);
    setSessionCookie(c, outcome.value.token);
    c.header("Cache-Control", "no-store");
    return c.json({ ok: true, household_id: outcome.value.householdId } satisfies SignedIn);
  });
  routes.post("/api/account/session/prove/passkey-options", guard, async (c) =>
    reply<PasskeyRequest>(c, await askToProve(ports, c.var.member)),
  );
  routes.post("/api/account/session/prove/passkey", guard, limited, async (c) => {
    const body = await jsonBody(c, PasskeyAnswer, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const given = { answer: body.value.response, ip: clientIp(c, ports.edge) };
    const proved = await proveWithPasskey(ports, c.var.member, given);
    if (!proved.ok) return refusal(c, proved.problem);
    setSessionCookie(c, proved.value.token);
    return c.json({ ok: true } satisfies Ok);
  });
  return routes;
}
