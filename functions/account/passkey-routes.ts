import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  type AddPasskeyPorts,
  addPasskey,
  askToAddPasskey,
  makeRecoveryCodes,
  removePasskey,
  renamePasskey,
  setPasskeyRequired,
  showPasskeys,
} from "../../lib/people/passkeys/passkeys.actions.ts";
import {
  askForPasskey,
  askToProve,
  proveWithPasskey,
  signInWithPasskey,
} from "../../lib/people/passkeys/use-passkey.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  NewPasskey,
  PasskeyAnswer,
  type PasskeyCreation,
  PasskeyEdit,
  type PasskeyEnded,
  type PasskeyList,
  type PasskeyMade,
  PasskeyRemoval,
  type PasskeyRequest,
  PasskeyRuleEdit,
  type RecoveryCodes,
} from "../../schema/wire/account/passkeys.ts";
import type { SignedIn } from "../../schema/wire/account/sign-in.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { askedLanguage } from "../_http/accepted.ts";
import { onceInSession } from "../_http/acting.ts";
import { clientCountry, clientIp, type Edge } from "../_http/client-ip.ts";
import { passkeyNonceOf, sessionToken, setPasskeyNonce, setSessionCookie } from "../_http/cookies.ts";
import { csrf } from "../_http/csrf.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { limitSignInTries } from "../_http/limit-sign-in-tries.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireProof } from "../_http/require-proof.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";

type Ports = AddPasskeyPorts & IdempotentPorts & WakePorts;
const BYTES_MAX = LIMITS.accountBodyBytesMax;

/** A person's own passkeys and recovery codes, whichever home they look at. What makes or ends one asks for a fresh proof. */
export function passkeyRoutes(ports: Ports, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const proved = requireProof(ports);
  const told = wakeAfterWrites(ports);
  routes.get("/api/account/passkeys", guard, async (c) =>
    reply<PasskeyList>(c, await showPasskeys(ports, c.var)),
  );
  routes.post("/api/account/passkey-options", guard, proved, async (c) =>
    reply<PasskeyCreation>(c, await askToAddPasskey(ports, c.var)),
  );
  routes.post("/api/account/passkeys", guard, proved, onceInSession(ports), told, async (c) => {
    const body = await jsonBody(c, NewPasskey, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    const { name, response: answer } = body.value;
    return reply<PasskeyMade>(c, await addPasskey(ports, c.var, { name, answer }), 201);
  });
  routes.patch("/api/account/passkeys/:id", guard, async (c) => {
    const body = await jsonBody(c, PasskeyEdit, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    return reply<Ok>(c, await renamePasskey(ports, c.var, { id: pathId(c), ...body.value }));
  });
  routes.delete("/api/account/passkeys/:id", guard, proved, told, async (c) => {
    const query = readQuery(c, PasskeyRemoval);
    if (!query.ok) return refusal(c, query.problem);
    const wish = { id: pathId(c), endOthers: query.value.end_others ?? false };
    return reply<PasskeyEnded>(c, await removePasskey(ports, c.var, wish));
  });
  routes.put("/api/account/passkey-rule", guard, proved, told, async (c) => {
    const body = await jsonBody(c, PasskeyRuleEdit, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    const { required, end_others: endOthers = false } = body.value;
    return reply<PasskeyEnded>(c, await setPasskeyRequired(ports, c.var, { required, endOthers }));
  });
  routes.post("/api/account/recovery-codes", guard, proved, onceInSession(ports), told, async (c) =>
    reply<RecoveryCodes>(c, await makeRecoveryCodes(ports, c.var), 201),
  );
  return routes;
}

type UsePasskeyPorts = AddPasskeyPorts & Pick<Services, "limiter"> & { edge: Edge };

/** Signing in with a passkey, and proving with one that it is still the same person. */
export function usePasskeyRoutes(ports: UsePasskeyPorts, guard: MiddlewareHandler<SessionEnv>) {
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
