import {
  ApiKeyList,
  ApiKeyWithSecret,
  HandedOut,
  HandedOutQuery,
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
} from "../../wire/account/keys.ts";
import { PushRegistration, PushRemoval } from "../../wire/account/push.ts";
import { DeviceWithKey } from "../../wire/devices.ts";
import { Ok } from "../../wire/text.ts";
import { makes, shows } from "../answers.ts";
import type { RouteDescription } from "../route.ts";
import { pullSetupRoutes } from "./history.ts";

const audience = "session";

/** What a home hands out to others: listed, made (and shown that once) and revoked alike. */
const HANDED_OUT = [
  { path: "api-keys", name: "API key", list: ApiKeyList, wish: NewApiKey, made: ApiKeyWithSecret },
  {
    path: "share-links",
    name: "share link",
    list: ShareLinkList,
    wish: NewShareLink,
    made: ShareLinkWithToken,
  },
  {
    path: "inbound-tokens",
    name: "inbound token",
    list: InboundTokenList,
    wish: NewInboundToken,
    made: InboundTokenWithSecrets,
  },
] as const;

const ALL_KEY_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/account/keys",
    summary: "Every API key, share link and inbound token that works, of one maker or of all",
    audience,
    query: HandedOutQuery,
    answers: shows(HandedOut, "What opens the home"),
  },
  {
    method: "post",
    path: "/api/account/keys/revoke",
    summary: "Revokes every API key, share link and inbound token of one maker, or of all",
    audience,
    body: Revocation,
    answers: shows(Revoked, "How many were revoked"),
  },
];

const ONE_KIND_ROUTES: RouteDescription[] = HANDED_OUT.flatMap(({ path, name, list, wish, made }) => [
  {
    method: "get",
    path: `/api/account/${path}`,
    summary: `The home's ${name}s, without what is secret`,
    audience,
    answers: shows(list, `The ${name}s`),
  },
  {
    method: "post",
    path: `/api/account/${path}`,
    summary: `Makes a ${name}; its secret is shown this once`,
    audience,
    body: wish,
    answers: makes(made, `The ${name} and its secret`),
    refusals: [409],
  },
  {
    method: "delete",
    path: `/api/account/${path}/{id}`,
    summary: `Revokes a ${name}`,
    audience,
    answers: shows(Ok, "Revoked"),
  },
]);

export const KEY_ROUTES: RouteDescription[] = [...ONE_KIND_ROUTES, ...ALL_KEY_ROUTES];

export const SESSION_DEVICE_ROUTES: RouteDescription[] = [
  {
    method: "post",
    path: "/api/devices/reveal-ingest-key",
    summary: "Shows a push device's stored ingest key; written to the home's activity",
    audience,
    body: RevealRequest,
    answers: shows(RevealedKey, "The key"),
    refusals: [404, 409],
  },
  {
    method: "post",
    path: "/api/account/devices/{id}/reveal-ingest-key",
    summary: "Shows a push device's stored ingest key; written to the home's activity",
    audience,
    answers: shows(RevealedKey, "The key"),
    refusals: [409],
  },
  ...["/api/devices", "/api/account/devices"].map(
    (root): RouteDescription => ({
      method: "get",
      path: `${root}/{id}/ingest-key-callout`,
      summary: "Shows the ingest key of the last 30 minutes again",
      audience,
      answers: shows(IngestKeyCallout, "The key"),
    }),
  ),
  {
    method: "post",
    path: "/api/devices/{id}/rotate-ingest-key",
    summary: "Makes a new ingest key; the old one is rejected from now on",
    audience,
    answers: shows(DeviceWithKey, "The device and its new ingest key"),
    refusals: [409],
  },
  ...pullSetupRoutes({ prefix: "/api/user", audience }),
];

export const PUSH_ROUTES: RouteDescription[] = [
  {
    method: "post",
    path: "/api/push/fcm",
    summary: "Registers a phone's push token",
    audience,
    body: PushRegistration,
    answers: shows(Ok, "Registered"),
    refusals: [409],
  },
  {
    method: "delete",
    path: "/api/push/fcm",
    summary: "Removes a phone's push token",
    audience,
    body: PushRemoval,
    answers: shows(Ok, "Removed"),
  },
];
