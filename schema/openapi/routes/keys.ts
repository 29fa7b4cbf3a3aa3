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
  "apiKeys.list": listed("API key", ApiKeyList),
  "apiKeys.create": made("API key", ApiKeyWithSecret),
  "apiKeys.delete": revoked("API key"),
  "shareLinks.list": listed("share link", ShareLinkList),
  "shareLinks.create": made("share link", ShareLinkWithToken),
  "shareLinks.delete": revoked("share link"),
  "inboundTokens.list": listed("inbound token", InboundTokenList),
  "inboundTokens.create": made("inbound token", InboundTokenWithSecrets),
  "inboundTokens.delete": revoked("inbound token"),
  "inboundTokens.update": {
    summary: "Update an inbound token",
    about: "Sets if calls need a timestamp. Without one, somebody who intercepts a call can send it again.",
    answers: shows(InboundTokenAnswer, "The inbound token"),
  },
  "keys.list": {
    summary: "List keys and links",
    about:
      "Owners only. Returns every valid API key, share link and inbound token, of one person or of all, without the secrets.",
    answers: shows(HandedOut, "The keys, links and tokens"),
  },
  "keys.revoke": {
    summary: "Revoke all keys",
    about:
      "Owners only. Revokes the API keys, share links and inbound tokens of one person, or of all. They stop working at once.",
    answers: shows(Revoked, "The number revoked"),
  },
} satisfies WordsOf<typeof KEYS>;

export const KEY_ROUTES = described(KEYS, KEY_WORDS);

export const DEVICE_KEY_WORDS = {
  "ingestKeys.reveal": {
    summary: "Reveal an ingest key",
    about:
      "Owners and managers only, at most ten times an hour and person. If this installation doesn't keep keys, the answer is 409: rotate the key instead.",
    answers: shows(RevealedKey, "The key"),
    refusals: [404, 409],
  },
  "devices.getIngestKeyCallout": {
    summary: "Get the ingest key callout",
    about: "Returns a new key again if you closed the page too early. After 30 minutes it answers 404.",
    answers: shows(IngestKeyCallout, "The key"),
  },
} satisfies WordsOf<typeof DEVICE_KEYS>;

export const SESSION_DEVICE_ROUTES = [
  ...described(DEVICE_KEYS, DEVICE_KEY_WORDS),
  ...described(PULL_SETUP, PULL_SETUP_WORDS, { prefix: "/api/user", ids: "user." }),
];
