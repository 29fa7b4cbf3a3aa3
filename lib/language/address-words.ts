import type { FeedRefusal } from "../feeds/url/judge.ts";

/** A language's sentences for why the address of a channel is refused. */
export type AddressWords = {
  /** What begins the sentence of `called`: of a channel by its label, and of the two that have words of their own. */
  addressOf: (label: string) => string;
  chatAddress: string;
  webhookUrl: string;
  called: (subject: string, reason: FeedRefusal) => string;
  hostNotPublic: string;
  email: string;
  /** Of a phone number. */
  countryCode: string;
  kindNotServed: string;
  onlyPrefixes: (prefixes: readonly string[]) => string;
  apprise: string;
  chat: string;
  discord: string;
  homeAssistant: string;
  ntfyToken: string;
  ntfyTopic: string;
  pushover: string;
  telegram: string;
};
