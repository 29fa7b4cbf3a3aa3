import { type AlertKind, type CalledChannel, LANGUAGES, type Language } from "../../schema/vocabulary.ts";
import type { AlertNews } from "../../schema/wire/events.ts";
import type { FeedRefusal } from "../kernel/judge-url.ts";
import type { Problem } from "../kernel/outcome.ts";
import en from "./en/channels.json" with { type: "json" };
import es from "./es/channels.json" with { type: "json" };
import { inEach, named, toldBy, withTexts } from "./with-texts.ts";

const TEXTS_OF = { en, es };

/** The words of phone calls. */
export const CALLS = /* @__PURE__ */ inEach(TEXTS_OF, ({ calls, told }) =>
  withTexts(calls, toldBy(told.calls)),
);

/** Spanish words for kinds that a voice pronounces well. A kind without an entry is called an alert. */
const ES_KINDS: { readonly [K in AlertKind]?: string } = es.callKinds;

/** The spoken text of a call: the caller, the home, one alert and the number of further ones. */
export function spokenNewsText(home: string, news: AlertNews, more: number, language: Language): string {
  const words = CALLS[language];
  const { headline, kind, space, sensor, device, value, unit } = news;
  return named(words.news, {
    home,
    headline,
    kind: ES_KINDS[kind] ?? "hay una alerta",
    place: [space, sensor ?? device].filter(Boolean).join(", "),
    measured: value === null || unit === null ? "" : `: ${Math.round(value * 10) / 10} ${unit}`,
    others: more > 0 ? words.more(more) : "",
  });
}

/** The words of the Telegram bot. */
export const TELEGRAM_WORDS = { en: en.telegram, es: es.telegram };

/** The answers to people who reply to a text message. */
export const TEXTS = /* @__PURE__ */ inEach(TEXTS_OF, ({ texts, told }) =>
  withTexts(texts, toldBy(told.texts)),
);

/** Who has an alert after a person's answer: they themselves, or somebody who was quicker; `name` is null for a program. */
export type Holder = "self" | { name: string | null };

/** Returns `own` if the person has the alert, otherwise who has it. */
export const heldText = (holder: Holder, language: Language, own: string): string =>
  holder === "self" ? own : TEXTS[language].already(holder.name ?? TEXTS[language].somebody);

/** The end of a text message about an alert that can be acknowledged by a reply. */
export const REPLY_ASKED: Record<Language, string> = { en: en.replyAsked, es: es.replyAsked };

/** The names of channels that we call by URL: `name` on pages, `asked` where a page asks for the address. */
export const CALLED_NAMES: Record<Language, Record<CalledChannel, { name: string; asked: string }>> = {
  en: en.called,
  es: es.called,
};

/** Our own reasons for not sending a message. Errors of providers are stored in the provider's words. */
export const FAILURES = { en: en.failures, es: es.failures };
export type OwnFailure = keyof (typeof FAILURES)["en"];

/** The reasons for refusing a channel's address. */
const ADDRESSES = /* @__PURE__ */ inEach(TEXTS_OF, ({ addresses, calledAddresses, told }) => ({
  ...withTexts(addresses, toldBy(told.addresses)),
  channels: calledAddresses satisfies Record<CalledChannel, object>,
}));
type AddressWords = (typeof ADDRESSES)["en"] & { called: Record<FeedRefusal, unknown> };

/** Refuses an address, with a sentence in every language for pages. The API uses the English one. */
export function refuseAddress(sentence: (words: AddressWords) => string): { ok: false; problem: Problem } {
  const sentences = Object.fromEntries(
    LANGUAGES.map((language) => [language, sentence(ADDRESSES[language])]),
  ) as Record<Language, string>;
  return {
    ok: false,
    problem: { name: "invalid_request", field: "address", sentence: sentences.en, sentences },
  };
}

export const refuseCalled = (channel: CalledChannel) =>
  refuseAddress(({ channels }) => `${channels[channel].address} ${channels[channel].must}`);
