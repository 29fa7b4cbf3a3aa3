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

const API_KEYS = "/api/v1/api-keys";
const LINKS = "/api/v1/share-links";
const TOKENS = "/api/v1/inbound-tokens";

/** What a home hands out to others; all of it together is the owners' to see and to end. */
export const KEYS = {
  "apiKeys.list": { on: `GET ${API_KEYS}`, may: "manage_api_keys" },
  "apiKeys.create": { on: `POST ${API_KEYS}`, may: "manage_api_keys", body: NewApiKey, makes: true },
  "apiKeys.delete": { on: `DELETE ${API_KEYS}/:id`, may: "manage_api_keys" },
  "shareLinks.list": { on: `GET ${LINKS}`, may: "manage_share_links" },
  "shareLinks.create": {
    on: `POST ${LINKS}`,
    may: "manage_share_links",
    body: NewShareLink,
    makes: true,
  },
  "shareLinks.delete": { on: `DELETE ${LINKS}/:id`, may: "manage_share_links" },
  "inboundTokens.list": { on: `GET ${TOKENS}`, may: "manage_inbound" },
  "inboundTokens.create": {
    on: `POST ${TOKENS}`,
    may: "manage_inbound",
    body: NewInboundToken,
    makes: true,
  },
  "inboundTokens.delete": { on: `DELETE ${TOKENS}/:id`, may: "manage_inbound" },
  "inboundTokens.update": {
    on: `PATCH ${TOKENS}/:id`,
    may: "manage_inbound",
    body: InboundTokenChange,
  },
  "keys.list": { on: "GET /api/v1/keys", may: "manage_members", query: HandedOutQuery },
  "keys.revoke": { on: "POST /api/v1/keys/revoke", may: "manage_members", body: Revocation },
} as const satisfies Routes;

/** A device's ingest key, shown to people alone. */
export const DEVICE_KEYS = {
  "ingestKeys.reveal": {
    on: "POST /api/devices/reveal-ingest-key",
    may: "reveal_ingest_key",
    body: RevealRequest,
  },
  "devices.getIngestKeyCallout": {
    on: "GET /api/v1/devices/:id/ingest-key-callout",
    may: "reveal_ingest_key",
  },
} as const satisfies Routes;
