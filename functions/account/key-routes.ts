import { Hono, type MiddlewareHandler } from "hono";
import { changeInboundToken } from "../../lib/flows/account/change-inbound-token.ts";
import { createApiKey } from "../../lib/flows/account/create-api-key.ts";
import { createInboundToken, type InboundTokenPorts } from "../../lib/flows/account/create-inbound-token.ts";
import { createShareLink } from "../../lib/flows/account/create-share-link.ts";
import { revokeKey } from "../../lib/flows/account/revoke-key.ts";
import { listApiKeys } from "../../lib/store/account/api-keys.ts";
import { listInboundTokens } from "../../lib/store/account/inbound-tokens.ts";
import { listShareLinks } from "../../lib/store/account/share-links.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type ApiKeyList,
  type ApiKeyWithSecret,
  type InboundTokenAnswer,
  InboundTokenChange,
  type InboundTokenList,
  type InboundTokenWithSecrets,
  NewApiKey,
  NewInboundToken,
  NewShareLink,
  type ShareLinkList,
  type ShareLinkWithToken,
} from "../../schema/wire/account/keys.ts";
import type { Ok } from "../../schema/wire/text.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { jsonBody } from "../_http/json-body.ts";
import { onceInSession } from "../_http/once-in-session.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";

export type KeyPorts = InboundTokenPorts & IdempotentPorts;

type Guard = MiddlewareHandler<SessionEnv>;

/** What a home hands out to others. */
export function keyRoutes(ports: KeyPorts, guard: Guard) {
  const routes = new Hono<SessionEnv>();
  addApiKeys(routes, ports, guard);
  addShareLinks(routes, ports, guard);
  addInboundTokens(routes, ports, guard);
  return routes;
}

function addApiKeys(routes: Hono<SessionEnv>, ports: KeyPorts, guard: Guard): void {
  const allowed = requireMay("manage_api_keys");
  routes.get("/api/account/api-keys", guard, allowed, async (c) => {
    const api_keys = await listApiKeys(ports.db, c.var.member.householdId);
    return c.json({ api_keys } satisfies ApiKeyList);
  });
  routes.post("/api/account/api-keys", guard, allowed, onceInSession(ports), async (c) => {
    const body = await jsonBody(c, NewApiKey, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<ApiKeyWithSecret>(c, await createApiKey(ports, c.var, body.value), 201);
  });
  routes.delete("/api/account/api-keys/:id", guard, allowed, async (c) =>
    reply<Ok>(c, await revokeKey(ports, c.var, { kind: "api_keys", id: pathId(c) })),
  );
}

function addShareLinks(routes: Hono<SessionEnv>, ports: KeyPorts, guard: Guard): void {
  const allowed = requireMay("manage_share_links");
  routes.get("/api/account/share-links", guard, allowed, async (c) => {
    const share_links = await listShareLinks(ports.db, c.var.member.householdId, ports.clock());
    return c.json({ share_links } satisfies ShareLinkList);
  });
  routes.post("/api/account/share-links", guard, allowed, onceInSession(ports), async (c) => {
    const body = await jsonBody(c, NewShareLink, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<ShareLinkWithToken>(c, await createShareLink(ports, c.var, body.value), 201);
  });
  routes.delete("/api/account/share-links/:id", guard, allowed, async (c) =>
    reply<Ok>(c, await revokeKey(ports, c.var, { kind: "share_links", id: pathId(c) })),
  );
}

function addInboundTokens(routes: Hono<SessionEnv>, ports: KeyPorts, guard: Guard): void {
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
    return reply<InboundTokenWithSecrets>(c, await createInboundToken(ports, c.var, wish), 201);
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
}
