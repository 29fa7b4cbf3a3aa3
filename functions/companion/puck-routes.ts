import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import {
  type FinishClaimPorts,
  finishClaim,
  registerPuck,
  releasePuck,
  startClaim,
} from "../../lib/pucks/claims.actions.ts";
import { listPucks } from "../../lib/pucks/pucks.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  ClaimFinish,
  type ClaimFinished,
  type ClaimNonce,
  ClaimStart,
  type PuckAnswer,
  PuckId,
  type PuckList,
  PuckRegistration,
} from "../../schema/wire/companion.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { actingIn, onceInSession } from "../_http/acting.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { requireId } from "../_http/path-id.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";
import { wrongMethod } from "../_http/wrong-method.ts";

const BYTES_MAX = LIMITS.accountBodyBytesMax;

export function puckRoutes(ports: FinishClaimPorts & IdempotentPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const mayRegister = requireMay("register_puck");
  routes.get("/api/pucks", guard, requireMay("read_home"), async (c) =>
    c.json({ pucks: await listPucks(ports.db, c.var.member.householdId) } satisfies PuckList),
  );
  routes.post("/api/pucks/register", guard, mayRegister, onceInSession(ports), async (c) => {
    const body = await jsonBody(c, PuckRegistration, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    const { device_id: deviceId, secret } = body.value;
    return reply<PuckAnswer>(c, await registerPuck(ports, actingIn(c.var), { deviceId, secret }), 201);
  });
  routes.all("/api/pucks/register", wrongMethod(["POST"]));
  routes.post("/api/pucks/claim/start", guard, mayRegister, async (c) => {
    const body = await jsonBody(c, ClaimStart, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    return replyLimited<ClaimNonce>(c, await startClaim(ports, actingIn(c.var), body.value.device_id));
  });
  routes.post("/api/pucks/claim/finish", guard, mayRegister, async (c) => {
    const body = await jsonBody(c, ClaimFinish, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    return reply<ClaimFinished>(c, await finishClaim(ports, actingIn(c.var), finishOf(body.value)));
  });
  routes.delete("/api/pucks/:deviceId", guard, mayRegister, requireId("deviceId", PuckId), async (c) =>
    reply<Ok>(c, await releasePuck(ports, actingIn(c.var), c.req.param("deviceId"))),
  );
  return routes;
}

const finishOf = ({ device_id, nonce, hmac, bay_id, name, space }: ClaimFinish) => ({
  deviceId: device_id,
  nonce,
  hmac,
  bayId: bay_id ?? null,
  name: name ?? null,
  space: space ?? null,
});
