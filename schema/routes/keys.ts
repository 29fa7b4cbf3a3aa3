import {
  HandedOutQuery,
  InboundTokenChange,
  NewApiKey,
  NewInboundToken,
  NewShareLink,
  RevealRequest,
  Revocation,
} from "../wire/account/keys.ts";
import type { Routes } from "./route.ts";

const API_KEYS = "/api/account/api-keys";
const LINKS = "/api/account/share-links";
const TOKENS = "/api/account/inbound-tokens";

/** What a home hands out to others; all of it together is the owners' to see and to end. */
export const KEYS = {
  "account.apiKeys.list": { on: `GET ${API_KEYS}`, may: "manage_api_keys" },
  "account.apiKeys.create": { on: `POST ${API_KEYS}`, may: "manage_api_keys", body: NewApiKey, makes: true },
  "account.apiKeys.delete": { on: `DELETE ${API_KEYS}/:id`, may: "manage_api_keys" },
  "account.shareLinks.list": { on: `GET ${LINKS}`, may: "manage_share_links" },
  "account.shareLinks.create": {
    on: `POST ${LINKS}`,
    may: "manage_share_links",
    body: NewShareLink,
    makes: true,
  },
  "account.shareLinks.delete": { on: `DELETE ${LINKS}/:id`, may: "manage_share_links" },
  "account.inboundTokens.list": { on: `GET ${TOKENS}`, may: "manage_inbound" },
  "account.inboundTokens.create": {
    on: `POST ${TOKENS}`,
    may: "manage_inbound",
    body: NewInboundToken,
    makes: true,
  },
  "account.inboundTokens.delete": { on: `DELETE ${TOKENS}/:id`, may: "manage_inbound" },
  "account.inboundTokens.update": {
    on: `PATCH ${TOKENS}/:id`,
    may: "manage_inbound",
    body: InboundTokenChange,
  },
  "account.keys.list": { on: "GET /api/account/keys", may: "manage_members", query: HandedOutQuery },
  "account.keys.revoke": { on: "POST /api/account/keys/revoke", may: "manage_members", body: Revocation },
} as const satisfies Routes;

const OLD_DEVICES = "/api/devices";
const DEVICES = "/api/account/devices";

/** A device's ingest key; `/api/devices` are the paths that the first pages used. */
export const DEVICE_KEYS = {
  "account.ingestKeys.reveal": {
    on: `POST ${OLD_DEVICES}/reveal-ingest-key`,
    may: "reveal_ingest_key",
    body: RevealRequest,
  },
  "account.devices.revealIngestKey": {
    on: `POST ${DEVICES}/:id/reveal-ingest-key`,
    may: "reveal_ingest_key",
  },
  "account.ingestKeys.getCallout": {
    on: `GET ${OLD_DEVICES}/:id/ingest-key-callout`,
    may: "reveal_ingest_key",
  },
  "account.devices.getIngestKeyCallout": {
    on: `GET ${DEVICES}/:id/ingest-key-callout`,
    may: "reveal_ingest_key",
  },
  "account.ingestKeys.rotate": {
    on: `POST ${OLD_DEVICES}/:id/rotate-ingest-key`,
    may: "rotate_ingest_key",
    once: true,
  },
} as const satisfies Routes;
