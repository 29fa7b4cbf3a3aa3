import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { listApiKeys, listHandedOut } from "../../lib/people/api-keys.queries.ts";
import { createApiKey, revokeAllKeys, revokeKey } from "../../lib/people/keys.actions.ts";
import { createShareLink } from "../../lib/sharing/create-share-link.actions.ts";
import { listInboundTokens } from "../../lib/sharing/inbound/inbound-tokens.queries.ts";
import {
  changeInboundToken,
  createInboundToken,
  type InboundTokenPorts,
} from "../../lib/sharing/inbound/tokens.actions.ts";
import { listShareLinks } from "../../lib/sharing/share-links.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type ApiKeyList,
  type ApiKeyWithSecret,
  type HandedOut,
  HandedOutQuery,
  type InboundTokenAnswer,
  InboundTokenChange,
  type InboundTokenList,
  type InboundTokenWithSecrets,
  NewApiKey,
  NewInboundToken,
  NewShareLink,
  Revocation,
  type Revoked,
  type ShareLinkList,
  type ShareLinkWithToken,
} from "../../schema/wire/account/keys.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { onceInSession } from "../_http/acting.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";

/** Keys of programs that work for a home. */
export function apiKeyRoutes(ports: KeyPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const allowed = requireMay("manage_api_keys");
  routes.get("/api/account/api-keys", guard, allowed, async (c) => {
    const api_keys = await listApiKeys(ports.db, c.var.member.householdId);
    return c.json({ api_keys } satisfies ApiKeyList);
  });
  routes.post("/api/account/api-keys", guard, allowed, onceInSession(ports), async (c) => {
    const body = await jsonBody(c, NewApiKey, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return replyLimited<ApiKeyWithSecret>(c, await createApiKey(ports, c.var, body.value), 201);
  });
  routes.delete("/api/account/api-keys/:id", guard, allowed, async (c) =>
    reply<Ok>(c, await revokeKey(ports, c.var, { kind: "api_keys", id: pathId(c) })),
  );
  return routes;
}

/** Links that let others look at a home. */
export function shareLinkRoutes(ports: KeyPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const allowed = requireMay("manage_share_links");
  routes.get("/api/account/share-links", guard, allowed, async (c) => {
    const share_links = await listShareLinks(ports.db, c.var.member.householdId, ports.clock());
    return c.json({ share_links } satisfies ShareLinkList);
  });
  routes.post("/api/account/share-links", guard, allowed, onceInSession(ports), async (c) => {
    const body = await jsonBody(c, NewShareLink, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return replyLimited<ShareLinkWithToken>(c, await createShareLink(ports, c.var, body.value), 201);
  });
  routes.delete("/api/account/share-links/:id", guard, allowed, async (c) =>
    reply<Ok>(c, await revokeKey(ports, c.var, { kind: "share_links", id: pathId(c) })),
  );
  return routes;
}

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

/** What a home hands out to others is made with. */
export type KeyPorts = InboundTokenPorts & IdempotentPorts;

/**
 * Everything that opens the home without a session, whoever made it and whatever the plan: the owners' to
 * end.
 */
export function handedOutRoutes(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const owner = requireMay("manage_members");
  routes.get("/api/account/keys", guard, owner, async (c) => {
    const query = readQuery(c, HandedOutQuery);
    if (!query.ok) return refusal(c, query.problem);
    const { householdId } = c.var.member;
    const by = query.value.created_by ?? null;
    return c.json(
      (await listHandedOut(ports.db, { householdId, by, now: ports.clock() })) satisfies HandedOut,
    );
  });
  routes.post("/api/account/keys/revoke", guard, owner, async (c) => {
    const body = await jsonBody(c, Revocation, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<Revoked>(c, await revokeAllKeys(ports, c.var, body.value.created_by ?? null));
  });
  return routes;
}
