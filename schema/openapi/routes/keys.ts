import type * as z from "zod/mini";
import { PULL_SETUP } from "../../routes/home.ts";
import { DEVICE_KEYS, KEYS } from "../../routes/keys.ts";
import {
  ApiKeyList,
  ApiKeyWithSecret,
  HandedOut,
  InboundTokenAnswer,
  InboundTokenList,
  InboundTokenWithSecrets,
  IngestKeyCallout,
  RevealedKey,
  Revoked,
  ShareLinkList,
  ShareLinkWithToken,
} from "../../wire/account/keys.ts";
import { DeviceWithKey } from "../../wire/devices.ts";
import { Ok } from "../../wire/text.ts";
import { described, type WordsOf } from "../described.ts";
import { makes, shows } from "../route.ts";
import { PULL_SETUP_WORDS } from "./devices.ts";

const article = (name: string): string => (/^[aeiou]/i.test(name) ? "an" : "a");

/** What a home hands out to others is listed, made (and shown that once) and revoked alike. */
const listed = <List extends z.ZodMiniType>(name: string, list: List) => ({
  summary: `List ${name}s`,
  about:
    "Owners and managers only. Returns the valid ones without their secrets, newest first. `hint` is the end of the secret.",
  answers: shows(list, `The ${name}s`),
});

const made = <Made extends z.ZodMiniType>(name: string, shape: Made) => ({
  summary: `Create ${article(name)} ${name}`,
  about:
    "Owners and managers only; some need the Pro plan. This answer shows the secret, which can't be shown again: only its hash is stored.",
  answers: makes(shape, `The ${name} and its secret`),
  refusals: [409],
});

const revoked = (name: string) => ({
  summary: `Revoke ${article(name)} ${name}`,
  about: `The ${name} no longer works.`,
  answers: shows(Ok, "Revoked"),
});

export const KEY_WORDS = {
  "account.apiKeys.list": listed("API key", ApiKeyList),
  "account.apiKeys.create": made("API key", ApiKeyWithSecret),
  "account.apiKeys.delete": revoked("API key"),
  "account.shareLinks.list": listed("share link", ShareLinkList),
  "account.shareLinks.create": made("share link", ShareLinkWithToken),
  "account.shareLinks.delete": revoked("share link"),
  "account.inboundTokens.list": listed("inbound token", InboundTokenList),
  "account.inboundTokens.create": made("inbound token", InboundTokenWithSecrets),
  "account.inboundTokens.delete": revoked("inbound token"),
  "account.inboundTokens.update": {
    summary: "Update an inbound token",
    about: "Sets if calls need a timestamp. Without one, somebody who intercepts a call can send it again.",
    answers: shows(InboundTokenAnswer, "The inbound token"),
  },
  "account.keys.list": {
    summary: "List keys and links",
    about:
      "Owners only. Returns every valid API key, share link and inbound token, of one person or of all, without the secrets.",
    answers: shows(HandedOut, "The keys, links and tokens"),
  },
  "account.keys.revoke": {
    summary: "Revoke all keys",
    about:
      "Owners only. Revokes the API keys, share links and inbound tokens of one person, or of all. They stop working at once.",
    answers: shows(Revoked, "The number revoked"),
  },
} satisfies WordsOf<typeof KEYS>;

export const KEY_ROUTES = described(KEYS, KEY_WORDS);

const REVEAL =
  "Owners and managers only, at most ten times an hour and person. If this installation doesn't keep keys, the answer is 409: rotate the key instead.";

const callout = {
  summary: "Get the ingest key callout",
  about: "Returns a new key again if you closed the page too early. After 30 minutes it answers 404.",
  answers: shows(IngestKeyCallout, "The key"),
};

export const DEVICE_KEY_WORDS = {
  "account.ingestKeys.reveal": {
    summary: "Reveal an ingest key",
    about: REVEAL,
    answers: shows(RevealedKey, "The key"),
    refusals: [404, 409],
  },
  "account.devices.revealIngestKey": {
    summary: "Reveal an ingest key",
    about: REVEAL,
    answers: shows(RevealedKey, "The key"),
    refusals: [409],
  },
  "account.ingestKeys.getCallout": callout,
  "account.devices.getIngestKeyCallout": callout,
  "account.ingestKeys.rotate": {
    summary: "Rotate an ingest key",
    about:
      "The old key no longer works. The same as `/api/account/devices/{id}/rotate-ingest-key`, at the path that the first pages used.",
    answers: shows(DeviceWithKey, "The device and its new ingest key"),
    refusals: [409],
  },
} satisfies WordsOf<typeof DEVICE_KEYS>;

export const SESSION_DEVICE_ROUTES = [
  ...described(DEVICE_KEYS, DEVICE_KEY_WORDS),
  ...described(PULL_SETUP, PULL_SETUP_WORDS, { prefix: "/api/user", ids: "user." }),
];
