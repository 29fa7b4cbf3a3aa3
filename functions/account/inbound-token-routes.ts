import { Hono, type MiddlewareHandler } from "hono";
import { revokeKey } from "../../lib/people/keys.actions.ts";
import { listInboundTokens } from "../../lib/sharing/inbound/inbound-tokens.queries.ts";
import { changeInboundToken, createInboundToken } from "../../lib/sharing/inbound/tokens.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type InboundTokenAnswer,
  InboundTokenChange,
  type InboundTokenList,
  type InboundTokenWithSecrets,
  NewInboundToken,
} from "../../schema/wire/account/keys.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { onceInSession } from "../_http/acting.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

import type { KeyPorts } from "./key-ports.ts";

/** Addresses at which a button or a program changes the quiet of a home. */
export function inboundTokenRoutes(ports: KeyPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const allowed = requireMay("manage_inbound");
  routes.get("/api/account/inbound-tokens", guard, allowed, async (c) => {
    const inbound_tokens = await listInboundTokens(ports.db, c.var.member.householdId);
    return c.json({ inbound_tokens } satisfies InboundTokenList);
  });
  routes.post("/api/account/inbound-tokens", guard, allowed, onceInSession(ports), async (c) => {
    const body = await jsonBody(c, NewInboundToken, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const { name, with_signing_secret: signed, requires_timestamp } = body.value;
    const wish = { name, signed, requiresTimestamp: signed && requires_timestamp };
    return replyLimited<InboundTokenWithSecrets>(c, await createInboundToken(ports, c.var, wish), 201);
  });
  routes.patch("/api/account/inbound-tokens/:id", guard, allowed, async (c) => {
    const body = await jsonBody(c, InboundTokenChange, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const change = { id: pathId(c), requiresTimestamp: body.value.requires_timestamp };
    return reply<InboundTokenAnswer>(c, await changeInboundToken(ports, c.var, change));
  });
  routes.delete("/api/account/inbound-tokens/:id", guard, allowed, async (c) =>
    reply<Ok>(c, await revokeKey(ports, c.var, { kind: "inbound_tokens", id: pathId(c) })),
  );
  return routes;
}
