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
  {
    path: "api-keys",
    ids: "account.apiKeys",
    name: "API key",
    list: ApiKeyList,
    wish: NewApiKey,
    made: ApiKeyWithSecret,
  },
  {
    path: "share-links",
    ids: "account.shareLinks",
    name: "share link",
    list: ShareLinkList,
    wish: NewShareLink,
    made: ShareLinkWithToken,
  },
  {
    path: "inbound-tokens",
    ids: "account.inboundTokens",
    name: "inbound token",
    list: InboundTokenList,
    wish: NewInboundToken,
    made: InboundTokenWithSecrets,
  },
] as const;

const ALL_KEY_ROUTES: RouteDescription[] = [
  {
    id: "account.keys.list",
    method: "get",
    path: "/api/account/keys",
    summary: "Every API key, share link and inbound token that works, of one maker or of all",
    about: "Owners only. It answers what still opens the home, without the secrets.",
    audience,
    query: HandedOutQuery,
    answers: shows(HandedOut, "What opens the home"),
  },
  {
    id: "account.keys.revoke",
    method: "post",
    path: "/api/account/keys/revoke",
    summary: "Revokes every API key, share link and inbound token of one maker, or of all",
    about: "Owners only. Whoever holds one of them is refused from now on.",
    audience,
    body: Revocation,
    answers: shows(Revoked, "How many were revoked"),
  },
];

const ONE_KIND_ROUTES: RouteDescription[] = HANDED_OUT.flatMap(({ path, ids, name, list, wish, made }) => [
  {
    id: `${ids}.list`,
    method: "get",
    path: `/api/account/${path}`,
    summary: `The home's ${name}s, without what is secret`,
    about: "Newest first, those that work; `hint` is the end of the secret. Owners and managers only.",
    audience,
    answers: shows(list, `The ${name}s`),
  },
  {
    id: `${ids}.create`,
    method: "post",
    path: `/api/account/${path}`,
    summary: `Makes a ${name}; its secret is shown this once`,
    about: "Only a hash of the secret is kept. Owners and managers only; the plan may have to be Pro.",
    audience,
    body: wish,
    answers: makes(made, `The ${name} and its secret`),
    refusals: [409],
  },
  {
    id: `${ids}.delete`,
    method: "delete",
    path: `/api/account/${path}/{id}`,
    summary: `Revokes a ${name}`,
    about: `Whoever holds the ${name} is refused from now on.`,
    audience,
    answers: shows(Ok, "Revoked"),
  },
]);

const CHANGE_ROUTE: RouteDescription = {
  id: "account.inboundTokens.update",
  method: "patch",
  path: "/api/account/inbound-tokens/{id}",
  summary: "Says whether signatures of an inbound token must cover the time they were made at",
  about: "Without the time, a call that somebody overheard can be sent again.",
  audience,
  body: InboundTokenChange,
  answers: shows(InboundTokenAnswer, "The inbound token"),
};

export const KEY_ROUTES: RouteDescription[] = [...ONE_KIND_ROUTES, CHANGE_ROUTE, ...ALL_KEY_ROUTES];

const REVEAL =
  "Owners and managers only, ten times an hour and person. Where this installation keeps no keys, 409 says that the key has to be rotated.";

const CALLOUTS = [
  { root: "/api/devices", id: "account.ingestKeys.getCallout" },
  { root: "/api/account/devices", id: "account.devices.getIngestKeyCallout" },
] as const;

export const SESSION_DEVICE_ROUTES: RouteDescription[] = [
  {
    id: "account.ingestKeys.reveal",
    method: "post",
    path: "/api/devices/reveal-ingest-key",
    summary: "Shows a push device's stored ingest key; written to the home's activity",
    about: REVEAL,
    audience,
    body: RevealRequest,
    answers: shows(RevealedKey, "The key"),
    refusals: [404, 409],
  },
  {
    id: "account.devices.revealIngestKey",
    method: "post",
    path: "/api/account/devices/{id}/reveal-ingest-key",
    summary: "Shows a push device's stored ingest key; written to the home's activity",
    about: REVEAL,
    audience,
    answers: shows(RevealedKey, "The key"),
    refusals: [409],
  },
  ...CALLOUTS.map(
    ({ root, id }): RouteDescription => ({
      id,
      method: "get",
      path: `${root}/{id}/ingest-key-callout`,
      summary: "Shows the ingest key of the last 30 minutes again",
      about: "For whoever closed the page too early. After 30 minutes it answers 404.",
      audience,
      answers: shows(IngestKeyCallout, "The key"),
    }),
  ),
  {
    id: "account.ingestKeys.rotate",
    method: "post",
    path: "/api/devices/{id}/rotate-ingest-key",
    summary: "Makes a new ingest key; the old one is rejected from now on",
    about:
      "The same as `/api/account/devices/{id}/rotate-ingest-key`, at the path that the first pages used.",
    audience,
    once: true,
    answers: shows(DeviceWithKey, "The device and its new ingest key"),
    refusals: [409],
  },
  ...pullSetupRoutes({ prefix: "/api/user", audience, ids: "user." }),
];

export const PUSH_ROUTES: RouteDescription[] = [
  {
    id: "account.pushTokens.register",
    method: "post",
    path: "/api/push/fcm",
    summary: "Registers a phone's push token",
    about: "Pro only. The same token again is an update.",
    audience,
    body: PushRegistration,
    answers: shows(Ok, "Registered"),
    refusals: [409],
  },
  {
    id: "account.pushTokens.remove",
    method: "delete",
    path: "/api/push/fcm",
    summary: "Removes a phone's push token",
    about: "A token that is not known is no error.",
    audience,
    body: PushRemoval,
    answers: shows(Ok, "Removed"),
  },
];
