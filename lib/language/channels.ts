import type { Language } from "../../schema/vocabulary.ts";
import type { CallWords, TelegramWords, TextWords } from "./channel-words.ts";
import { EN_CALLS, EN_REPLY_ASKED, EN_TELEGRAM, EN_TEXTS } from "./en/channels.ts";
import { ES_CALLS, ES_REPLY_ASKED, ES_TELEGRAM, ES_TEXTS } from "./es/channels.ts";

// Apart from each other, so that a function carries only what its own channels say.

export const CALLS: Record<Language, CallWords> = { en: EN_CALLS, es: ES_CALLS };

export const TELEGRAM_WORDS: Record<Language, TelegramWords> = { en: EN_TELEGRAM, es: ES_TELEGRAM };

export const TEXTS: Record<Language, TextWords> = { en: EN_TEXTS, es: ES_TEXTS };

/** Ends the text of an alert that can be acknowledged by a text back. */
export const REPLY_ASKED: Record<Language, string> = { en: EN_REPLY_ASKED, es: ES_REPLY_ASKED };
