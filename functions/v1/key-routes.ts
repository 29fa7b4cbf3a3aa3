import {
  type CalloutPorts,
  type RevealPorts,
  revealIngestKey,
  showCallout,
} from "../../lib/devices/ingest-keys.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
import { listApiKeys } from "../../lib/people/api-keys.queries.ts";
import { createApiKey, revokeAllKeys, revokeKey } from "../../lib/people/keys.actions.ts";
import { createShareLink } from "../../lib/sharing/create-share-link.actions.ts";
import { listHandedOut } from "../../lib/sharing/handed-out.queries.ts";
import { listInboundTokens } from "../../lib/sharing/inbound/inbound-tokens.queries.ts";
import {
  changeInboundToken,
  createInboundToken,
  type InboundTokenPorts,
} from "../../lib/sharing/inbound/tokens.actions.ts";
import { listShareLinks } from "../../lib/sharing/share-links.queries.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import {
  ApiKeyList,
  ApiKeyWithSecret,
  HandedOut,
  HandedOutQuery,
  InboundTokenAnswer,
  InboundTokenChange,
  InboundTokenList,
  InboundTokenWithSecrets,
  IngestKeyCallout,
  NewApiKey,
  NewInboundToken,
  NewShareLink,
  RevealedKey,
  RevealRequest,
  Revocation,
  Revoked,
  ShareLinkList,
  ShareLinkWithToken,
} from "../../schema/wire/account/keys.ts";
import { Ok } from "../../schema/wire/text.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/require-session.ts";
import type { Shape } from "../_http/validate.ts";

const TOKENS = "/api/v1/inbound-tokens";
const LINKS = "/api/v1/share-links";
const revoked = (name: string) => ({
  summary: `Revoke ${article(name)} ${name}`,
  about: `The ${name} no longer works.`,
  answers: shows(Ok, "Revoked"),
});
const article = (name: string): string => (/^[aeiou]/i.test(name) ? "an" : "a");
const made = <Made extends Shape>(name: string, shape: Made) => ({
  summary: `Create ${article(name)} ${name}`,
  about:
    "Owners and managers only; some need the Pro plan. This answer shows the secret, which can't be shown again: only its hash is stored.",
  answers: makes(shape, `The ${name} and its secret`),
  refusals: [409],
});
/** What a home hands out to others is listed, made (and shown that once) and revoked alike. */
const listed = <List extends Shape>(name: string, list: List) => ({
  summary: `List ${name}s`,
  about:
    "Owners and managers only. Returns the valid ones without their secrets, newest first. `hint` is the end of the secret.",
  answers: shows(list, `The ${name}s`),
});
const API_KEYS = "/api/v1/api-keys";

const route = routesFor<InboundTokenPorts & DeviceKeyPorts>();

/** What a home hands out to others; all of it together is the owners' to see and to end. */
export const KEYS = {
  "apiKeys.list": route({
    on: `GET ${API_KEYS}`,
    may: "manage_api_keys",
    ...listed("API key", ApiKeyList),
    answer: async (ports, { var: { member } }) =>
      done({ api_keys: await listApiKeys(ports.db, member.householdId) }),
  }),
  "apiKeys.create": route({
    on: `POST ${API_KEYS}`,
    may: "manage_api_keys",
    body: NewApiKey,
    makes: true,
    ...made("API key", ApiKeyWithSecret),
    answer: (ports, c, wish) => createApiKey(ports, c.var, wish),
  }),
  "apiKeys.delete": route({
    on: `DELETE ${API_KEYS}/:id`,
    may: "manage_api_keys",
    ...revoked("API key"),
    answer: (ports, c) => revokeKey(ports, c.var, { kind: "api_keys", id: pathId(c) }),
  }),
  "shareLinks.list": route({
    on: `GET ${LINKS}`,
    may: "manage_share_links",
    ...listed("share link", ShareLinkList),
    answer: async (ports, { var: { member } }) =>
      done({ share_links: await listShareLinks(ports.db, member.householdId, ports.clock()) }),
  }),
  "shareLinks.create": route({
    on: `POST ${LINKS}`,
    may: "manage_share_links",
    body: NewShareLink,
    makes: true,
    ...made("share link", ShareLinkWithToken),
    answer: (ports, c, wish) => createShareLink(ports, c.var, wish),
  }),
  "shareLinks.delete": route({
    on: `DELETE ${LINKS}/:id`,
    may: "manage_share_links",
    ...revoked("share link"),
    answer: (ports, c) => revokeKey(ports, c.var, { kind: "share_links", id: pathId(c) }),
  }),
  "inboundTokens.list": route({
    on: `GET ${TOKENS}`,
    may: "manage_inbound",
    ...listed("inbound token", InboundTokenList),
    answer: async (ports, { var: { member } }) =>
      done({ inbound_tokens: await listInboundTokens(ports.db, member.householdId) }),
  }),
  "inboundTokens.create": route({
    on: `POST ${TOKENS}`,
    may: "manage_inbound",
    body: NewInboundToken,
    makes: true,
    ...made("inbound token", InboundTokenWithSecrets),
    answer: (ports, c, { name, with_signing_secret: signed, requires_timestamp }) =>
      createInboundToken(ports, c.var, { name, signed, requiresTimestamp: signed && requires_timestamp }),
  }),
  "inboundTokens.delete": route({
    on: `DELETE ${TOKENS}/:id`,
    may: "manage_inbound",
    ...revoked("inbound token"),
    answer: (ports, c) => revokeKey(ports, c.var, { kind: "inbound_tokens", id: pathId(c) }),
  }),
  "inboundTokens.update": route({
    on: `PATCH ${TOKENS}/:id`,
    may: "manage_inbound",
    body: InboundTokenChange,
    summary: "Update an inbound token",
    about: "Sets if calls need a timestamp. Without one, somebody who intercepts a call can send it again.",
    answers: shows(InboundTokenAnswer, "The inbound token"),
    answer: (ports, c, { requires_timestamp: requiresTimestamp }) =>
      changeInboundToken(ports, c.var, { id: pathId(c), requiresTimestamp }),
  }),
  "keys.list": route({
    on: "GET /api/v1/keys",
    may: "manage_members",
    query: HandedOutQuery,
    summary: "List keys and links",
    about:
      "Owners only. Returns every valid API key, share link and inbound token, of one person or of all, without the secrets.",
    answers: shows(HandedOut, "The keys, links and tokens"),
    answer: async (ports, c, { created_by: by = null }) => {
      const { householdId } = c.var.member;
      return done(await listHandedOut(ports.db, { householdId, by, now: ports.clock() }));
    },
  }),
  "keys.revoke": route({
    on: "POST /api/v1/keys/revoke",
    may: "manage_members",
    body: Revocation,
    summary: "Revoke all keys",
    about:
      "Owners only. Revokes the API keys, share links and inbound tokens of one person, or of all. They stop working at once.",
    answers: shows(Revoked, "The number revoked"),
    answer: (ports, c, { created_by: by = null }) => revokeAllKeys(ports, c.var, by),
  }),
};

export type DeviceKeyPorts = RevealPorts & CalloutPorts;

/** A device's ingest key, at the specification's path and for half an hour after it was made. */
export const DEVICE_KEYS = {
  "ingestKeys.reveal": route({
    on: "POST /api/devices/reveal-ingest-key",
    may: "reveal_ingest_key",
    body: RevealRequest,
    summary: "Reveal an ingest key",
    about:
      "Owners and managers only, at most ten times an hour and person. If this installation doesn't keep keys, the answer is 409: rotate the key instead.",
    answers: shows(RevealedKey, "The key"),
    refusals: [404, 409],
    answer: (ports, c, { device_id: id }) => revealIngestKey(ports, c.var, id),
  }),
  "devices.getIngestKeyCallout": route({
    on: "GET /api/v1/devices/:id/ingest-key-callout",
    may: "reveal_ingest_key",
    summary: "Get the ingest key callout",
    about: "Returns a new key again if you closed the page too early. After 30 minutes it answers 404.",
    answers: shows(IngestKeyCallout, "The key"),
    answer: (ports, c) => showCallout(ports, c.var.member, pathId(c)),
  }),
};
