import type { CalledChannel, OwnFailure } from "../../../schema/vocabulary.ts";
import type { AlertNews } from "../../../schema/wire/events.ts";
import { FEED_REFUSALS, type FeedRefusal } from "../../kernel/judge-url.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import type { CalledNames } from "../words.ts";
import texts from "./channels.json" with { type: "json" };

/** A language's words for a voice. */
export const EN_CALLS = /* @__PURE__ */ withTexts(withTexts(texts.calls, toldBy(texts.told.calls)), {
  news: (home: string, { headline }: AlertNews, more: number) =>
    `This is Hearthwatch, calling for ${home}. ${headline}.${more > 0 ? ` And ${more} more ${more === 1 ? "alert" : "alerts"}.` : ""}`,
});
export type CallWords = typeof EN_CALLS;

/** A language's words for the bot of Telegram. */
export const EN_TELEGRAM = texts.telegram;
export type TelegramWords = typeof EN_TELEGRAM;

/** What somebody is told who texts us back. */
export const EN_TEXTS = /* @__PURE__ */ withTexts(texts.texts, toldBy(texts.told.texts));
export type TextWords = typeof EN_TEXTS;
export const EN_REPLY_ASKED = "Reply 1 if you're on it.";

export const EN_CALLED: Record<CalledChannel, CalledNames> = texts.called;

/** What begins the sentence of a refusal, "The ntfy address", and what ends it where it is none of this channel's. */
const CALLED_ADDRESSES: Record<CalledChannel, { address: string; must: string }> = texts.calledAddresses;

/** A language's sentences for why the address of a channel is refused. */
export const EN_ADDRESSES = /* @__PURE__ */ withTexts(texts.addresses, {
  channels: CALLED_ADDRESSES,
  called: (subject: string, reason: FeedRefusal) =>
    FEED_REFUSALS[reason]
      .replace("The feed URL", subject)
      .replace("fetched", "called")
      .replace("FEED_ALLOWED_HOSTS", "WEBHOOK_ALLOWED_HOSTS")
      .replace(/: only .*/, ""),
  onlyPrefixes: (prefixes: readonly string[]) =>
    `This service reaches only numbers that begin with ${prefixes.join(", ")}`,
});
export type AddressWords = typeof EN_ADDRESSES;

export const EN_FAILURES: Record<OwnFailure, string> = texts.failures;
