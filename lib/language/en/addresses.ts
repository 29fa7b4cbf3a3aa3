import { FEED_REFUSALS } from "../../feeds/url/judge.ts";
import type { AddressWords } from "../address-words.ts";

export const EN_ADDRESSES: AddressWords = {
  addressOf: (label) => `The ${label} address`,
  chatAddress: "The chat address",
  webhookUrl: "The webhook's URL",
  called: (subject, reason) => FEED_REFUSALS[reason].replace("The feed URL", subject),
  hostNotPublic: "The host of this address is not on the public internet",
  email: '"address" must be an email address',
  countryCode: "The phone number must have its country code, such as +15555550123",
  kindNotServed: "This service sends nothing to that area or kind of number: use a mobile number of another",
  onlyPrefixes: (prefixes) => `This service reaches only numbers that begin with ${prefixes.join(", ")}`,
  apprise:
    "The Apprise address must end in /notify/ and a key, such as https://apprise.example.com/notify/home",
  chat: "The address must be an incoming webhook of Slack, Mattermost, Rocket.Chat, Google Chat or Teams",
  discord: "The Discord address must be a webhook's, such as https://discord.com/api/webhooks/123/abc",
  homeAssistant:
    "The Home Assistant address must be a webhook trigger's, such as https://ha.example.com/api/webhook/my-hook-id",
  ntfyToken: "After the ntfy address only an access token may follow, such as tk_…",
  ntfyTopic: "The ntfy address must end in its topic, such as https://ntfy.sh/my-home",
  pushover: "The Pushover address must be a user or group key of 30 letters and digits",
  telegram: "The Telegram address must be a chat's id, such as 123456789 or -1001234567890",
};
