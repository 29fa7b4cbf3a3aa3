import { type AlertKind, type CalledChannel, LANGUAGES, type Language } from "../../schema/vocabulary.ts";
import type { AlertNews } from "../../schema/wire/events.ts";
import type { FeedRefusal } from "../kernel/judge-url.ts";
import type { Problem } from "../kernel/outcome.ts";
import en from "./en/channels.json" with { type: "json" };
import es from "./es/channels.json" with { type: "json" };
import { inEach, named, toldBy, withTexts } from "./with-texts.ts";

const TEXTS_OF = { en, es };

/** For a voice. */
export const CALLS = /* @__PURE__ */ inEach(TEXTS_OF, ({ calls, told }) =>
  withTexts(calls, toldBy(told.calls)),
);

/** In Spanish a kind is said in words that a voice pronounces well; one that has none yet is an alert. */
const ES_KINDS: { readonly [K in AlertKind]?: string } = es.callKinds;

/** Who calls, for which home, one alert and how many more there are. */
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

/** For the bot of Telegram. */
export const TELEGRAM_WORDS = { en: en.telegram, es: es.telegram };

/** What somebody is told who texts us back. */
export const TEXTS = /* @__PURE__ */ inEach(TEXTS_OF, ({ texts, told }) =>
  withTexts(texts, toldBy(told.texts)),
);

/** Ends the text of an alert that can be acknowledged by a text back. */
export const REPLY_ASKED: Record<Language, string> = { en: en.replyAsked, es: es.replyAsked };

/** What pages call a channel that is called, and where an address of it is asked for, with what that is. */
export const CALLED_NAMES: Record<Language, Record<CalledChannel, { name: string; asked: string }>> = {
  en: en.called,
  es: es.called,
};

/** Why we sent a message no further; what a provider says is stored in its own words. */
export const FAILURES = { en: en.failures, es: es.failures };
export type OwnFailure = keyof (typeof FAILURES)["en"];

/** Why the address of a channel is refused. */
const ADDRESSES = /* @__PURE__ */ inEach(TEXTS_OF, ({ addresses, calledAddresses, told }) => ({
  ...withTexts(addresses, toldBy(told.addresses)),
  channels: calledAddresses satisfies Record<CalledChannel, object>,
}));
type AddressWords = (typeof ADDRESSES)["en"] & { called: Record<FeedRefusal, unknown> };

/** Refuses an address with one of these sentences, for pages in every language; programs are told in English. */
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
