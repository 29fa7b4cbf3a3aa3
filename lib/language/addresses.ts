import { type CalledChannel, LANGUAGES, type Language } from "../../schema/vocabulary.ts";
import type { Problem } from "../kernel/outcome.ts";
import type { AddressWords } from "./address-words.ts";
import { EN_ADDRESSES } from "./en/addresses.ts";
import { ES_ADDRESSES } from "./es/addresses.ts";

/** Why the address of a channel is refused, in every language. */
const ADDRESSES: Record<Language, AddressWords> = { en: EN_ADDRESSES, es: ES_ADDRESSES };

/** Refuses an address with one of these sentences, for pages in every language; programs are told in English. */
export function refuseAddress(sentence: (words: AddressWords) => string): { ok: false; problem: Problem } {
  const sentences = Object.fromEntries(
    LANGUAGES.map((language) => [language, sentence(ADDRESSES[language])]),
  ) as Record<Language, string>;
  return { ok: false, problem: { name: "invalid_request", sentence: sentences.en, sentences } };
}

/** Refuses what is no address of the channel. */
export const refuseCalled = (channel: CalledChannel) =>
  refuseAddress(({ channels }) => `${channels[channel].address} ${channels[channel].must}`);
