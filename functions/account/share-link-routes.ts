import { Hono, type MiddlewareHandler } from "hono";
import { revokeKey } from "../../lib/people/keys.actions.ts";
import { createShareLink } from "../../lib/sharing/create-share-link.actions.ts";
import { listShareLinks } from "../../lib/sharing/share-links.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import { NewShareLink, type ShareLinkList, type ShareLinkWithToken } from "../../schema/wire/account/keys.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { onceInSession } from "../_http/acting.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

import type { KeyPorts } from "./key-ports.ts";

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
