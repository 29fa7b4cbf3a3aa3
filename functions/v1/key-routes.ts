import {
  type CalloutPorts,
  type RevealPorts,
  revealIngestKey,
  showCallout,
} from "../../lib/devices/ingest-keys.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
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
import type { DEVICE_KEY_WORDS, KEY_WORDS } from "../../schema/openapi/routes/keys.ts";
import type { DEVICE_KEYS, KEYS } from "../../schema/routes/keys.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/require-session.ts";

export const keyHandlers = (ports: InboundTokenPorts): Handlers<typeof KEYS, typeof KEY_WORDS> => ({
  "apiKeys.list": async ({ var: { member } }) =>
    done({ api_keys: await listApiKeys(ports.db, member.householdId) }),
  "apiKeys.create": (c, wish) => createApiKey(ports, c.var, wish),
  "apiKeys.delete": (c) => revokeKey(ports, c.var, { kind: "api_keys", id: pathId(c) }),
  "shareLinks.list": async ({ var: { member } }) =>
    done({ share_links: await listShareLinks(ports.db, member.householdId, ports.clock()) }),
  "shareLinks.create": (c, wish) => createShareLink(ports, c.var, wish),
  "shareLinks.delete": (c) => revokeKey(ports, c.var, { kind: "share_links", id: pathId(c) }),
  "inboundTokens.list": async ({ var: { member } }) =>
    done({ inbound_tokens: await listInboundTokens(ports.db, member.householdId) }),
  "inboundTokens.create": (c, { name, with_signing_secret: signed, requires_timestamp }) =>
    createInboundToken(ports, c.var, { name, signed, requiresTimestamp: signed && requires_timestamp }),
  "inboundTokens.delete": (c) => revokeKey(ports, c.var, { kind: "inbound_tokens", id: pathId(c) }),
  "inboundTokens.update": (c, { requires_timestamp: requiresTimestamp }) =>
    changeInboundToken(ports, c.var, { id: pathId(c), requiresTimestamp }),
  "keys.list": async (c, { created_by: by = null }) => {
    const { householdId } = c.var.member;
    return done(await listHandedOut(ports.db, { householdId, by, now: ports.clock() }));
  },
  "keys.revoke": (c, { created_by: by = null }) => revokeAllKeys(ports, c.var, by),
});

export type DeviceKeyPorts = RevealPorts & CalloutPorts;

/** A device's ingest key, at the specification's path and for half an hour after it was made. */
export const deviceKeyHandlers = (
  ports: DeviceKeyPorts,
): Handlers<typeof DEVICE_KEYS, typeof DEVICE_KEY_WORDS> => ({
  "ingestKeys.reveal": (c, { device_id: id }) => revealIngestKey(ports, c.var, id),
  "devices.getIngestKeyCallout": (c) => showCallout(ports, c.var.member, pathId(c)),
});
