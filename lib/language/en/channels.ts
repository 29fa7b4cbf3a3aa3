import type { CalledChannel } from "../../../schema/vocabulary.ts";
import type { AlertNews } from "../../../schema/wire/events.ts";
import { FEED_REFUSALS, type FeedRefusal } from "../../kernel/judge-url.ts";
import type { OwnFailure } from "../../messages/delivery/own-failure.ts";
import type { CalledNames } from "../words.ts";

/** A language's words for a voice. */
export const EN_CALLS = {
  /** As Twilio names its voices. */
  voice: "en-US",
  fahrenheit: "degrees Fahrenheit",
  celsius: "degrees Celsius",
  percent: "percent",
  news: (home: string, { headline }: AlertNews, more: number) =>
    `This is Hearthwatch, calling for ${home}. ${headline}.${more > 0 ? ` And ${more} more ${more === 1 ? "alert" : "alerts"}.` : ""}`,
  press: "Press 1 to say that you're on it.",
  link: "See your messages for more.",
  taken: "Thank you. You're on it. We'll stop reminders unless it gets worse.",
  over: "There's nothing left to acknowledge. Goodbye.",
  code: (digits: string) => `This is Hearthwatch. Your code is ${digits}.`,
  bye: "Goodbye.",
};
export type CallWords = typeof EN_CALLS;

/** A language's words for the bot of Telegram. */
export const EN_TELEGRAM = {
  taken: "You're on it. We'll stop reminders unless it gets worse.",
  over: "There's nothing left to acknowledge here.",
  connected: "Connected. Your home's alerts will arrive here.",
  unknown: "This link is no longer valid. Get a new one on the page Notifications.",
};
export type TelegramWords = typeof EN_TELEGRAM;

/** What somebody is told who texts us back. */
export const EN_TEXTS = {
  taken: (title: string) => `You're on it: ${title}. We'll stop reminders unless it gets worse.`,
  nothing: "We haven't sent this number an open alert in the last 12 hours.",
  forbidden: "Your role in this home doesn't let you acknowledge alerts.",
  help: "Hearthwatch texts you about your home's alerts. Reply 1 to acknowledge the latest one, STOP to end texts.",
  other: "We didn't understand that. Reply 1 to acknowledge the latest alert, STOP to end texts.",
};
export type TextWords = typeof EN_TEXTS;
export const EN_REPLY_ASKED = "Reply 1 if you're on it.";

export const EN_CALLED: Record<CalledChannel, CalledNames> = {
  ntfy: { name: "ntfy", asked: "ntfy (topic or address)" },
  telegram: { name: "Telegram", asked: "Telegram (chat id)" },
  pushover: { name: "Pushover", asked: "Pushover (user key)" },
  discord: { name: "Discord", asked: "Discord (webhook)" },
  chat: { name: "Chat", asked: "Slack, Mattermost, Google Chat or Teams (webhook)" },
  home_assistant: { name: "Home Assistant", asked: "Home Assistant (webhook trigger)" },
  apprise: { name: "Apprise", asked: "Apprise server" },
};

/** What begins the sentence of a refusal, "The ntfy address", and what ends it where it is none of this channel's. */
const CALLED_ADDRESSES: Record<CalledChannel, { address: string; must: string }> = {
  ntfy: {
    address: "The ntfy address",
    must: "must be a topic, such as my-home or https://ntfy.example.com/my-home; only an access token (tk_…) may follow it",
  },
  telegram: {
    address: "The Telegram address",
    must: "must be a chat's id, such as 123456789 or -1001234567890",
  },
  pushover: { address: "The Pushover address", must: "must be a user or group key of 30 letters and digits" },
  discord: {
    address: "The Discord address",
    must: "must be a webhook's address, such as https://discord.com/api/webhooks/123/abc",
  },
  chat: {
    address: "The chat address",
    must: "must be an incoming webhook of Slack, Mattermost, Rocket.Chat, Google Chat or Teams",
  },
  home_assistant: {
    address: "The Home Assistant address",
    must: "must be a webhook trigger's address, such as https://ha.example.com/api/webhook/my-hook-id",
  },
  apprise: {
    address: "The Apprise address",
    must: "must end in /notify/ and a key, such as https://apprise.example.com/notify/home",
  },
};

/** A language's sentences for why the address of a channel is refused. */
export const EN_ADDRESSES = {
  channels: CALLED_ADDRESSES,
  webhookUrl: "The webhook URL",
  called: (subject: string, reason: FeedRefusal) =>
    FEED_REFUSALS[reason]
      .replace("The feed URL", subject)
      .replace("fetched", "called")
      .replace("FEED_ALLOWED_HOSTS", "WEBHOOK_ALLOWED_HOSTS")
      .replace(/: only .*/, ""),
  hostNotPublic: "The host of this address is not on the public internet",
  email: '"address" must be an email address',
  /** Of a phone number. */
  countryCode: "The phone number must have its country code, such as +15555550123",
  kindNotServed: "This service can't send to that area or kind of number: use another mobile number",
  onlyPrefixes: (prefixes: readonly string[]) =>
    `This service reaches only numbers that begin with ${prefixes.join(", ")}`,
};
export type AddressWords = typeof EN_ADDRESSES;

export const EN_FAILURES: Record<OwnFailure, string> = {
  not_configured: "The channel isn't set up",
  key_lost: "Encrypted with a key that this server no longer has",
  removed: "The webhook was removed",
  overtaken: "Replaced by a later message",
  answered: "Somebody is on it, or it's over",
  called_enough: "We've made the maximum number of calls",
  used_up: "This home has reached its limit for today",
};
