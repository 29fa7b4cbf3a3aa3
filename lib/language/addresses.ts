import { LANGUAGES, type Language } from "../../schema/vocabulary.ts";
import { refuseIn } from "../kernel/outcome.ts";
import type { AddressWords } from "./address-words.ts";
import { EN_ADDRESSES } from "./en/addresses.ts";
import { ES_ADDRESSES } from "./es/addresses.ts";

/** Why the address of a channel is refused, in every language. */
const ADDRESSES: Record<Language, AddressWords> = { en: EN_ADDRESSES, es: ES_ADDRESSES };

/** Refuses an address with one of these sentences, for pages in every language. */
export const refuseAddress = (sentence: (words: AddressWords) => string) =>
  refuseIn(
    "invalid_request",
    Object.fromEntries(LANGUAGES.map((language) => [language, sentence(ADDRESSES[language])])) as Record<
      Language,
      string
    >,
  );
