import { Hono, type MiddlewareHandler } from "hono";
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
import { LIMITS } from "../../schema/limits.ts";
import type { PasskeyCreation } from "../../schema/wire/account/passkey-options.ts";
import {
  NewPasskey,
  PasskeyEdit,
  type PasskeyEnded,
  type PasskeyList,
  type PasskeyMade,
  PasskeyRemoval,
  PasskeyRuleEdit,
  type RecoveryCodes,
} from "../../schema/wire/account/passkeys.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { onceInSession } from "../_http/acting.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
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
