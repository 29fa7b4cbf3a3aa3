import {
  type CalledChannel,
  HOME_TITLES,
  LANGUAGES,
  type Language,
  type SensorKind,
} from "../../schema/vocabulary.ts";
import type { Problem } from "../kernel/outcome.ts";
import type { AddressWords, CallWords, TelegramWords, TextWords } from "./en/channels.ts";
import { EN_ADDRESSES, EN_CALLS, EN_REPLY_ASKED, EN_TELEGRAM, EN_TEXTS } from "./en/channels.ts";
import type { LinkPageWords, MailWords } from "./en/mails.ts";
import { EN_BLOCKED, EN_LINK_PAGES, EN_MAILS, EN_ONBOARDING } from "./en/mails.ts";
import type { MoodWords } from "./en/moods.ts";
import { EN_MOODS } from "./en/moods.ts";
import type { FaultWords, OperatorWords, SpendingWords } from "./en/operators.ts";
import { EN_FAULTS, EN_OPERATORS, EN_SPENDING } from "./en/operators.ts";
import englishReasons from "./en/reasons.json" with { type: "json" };
import type { StatusLetters, StatusNewsWords } from "./en/status.ts";
import { EN_STATUS_LETTERS, EN_STATUS_NEWS } from "./en/status.ts";
import { ES_ADDRESSES, ES_CALLS, ES_REPLY_ASKED, ES_TELEGRAM, ES_TEXTS } from "./es/channels.ts";
import { ES_BLOCKED, ES_LINK_PAGES, ES_MAILS, ES_ONBOARDING } from "./es/mails.ts";
import { ES_MOODS } from "./es/moods.ts";
import { ES_FAULTS, ES_OPERATORS, ES_SPENDING } from "./es/operators.ts";
import { ES_HOME_SUBJECTS, ES_REASONS, ES_SENSOR_KINDS } from "./es/reasons.ts";
import { ES_STATUS_LETTERS, ES_STATUS_NEWS } from "./es/status.ts";
import type { ReasonWords } from "./reason-text.ts";
import { SENSOR_KIND_NAMES } from "./sensor-name.ts";
import type { OnboardingWords } from "./words.ts";

// What is said in every language, but for the messages of `sent.ts`. Each table stands by itself, and a function
// carries only those that it says.

/** Why something was decided, in every language. */
export const REASONS: Record<Language, ReasonWords> = { en: englishReasons.reasons, es: ES_REASONS };

/** What a sensor of each kind is called that nobody has named, in every language. */
export const KIND_NAMES: Record<Language, Record<SensorKind, string>> = {
  en: SENSOR_KIND_NAMES,
  es: ES_SENSOR_KINDS,
};

/** What an alert about no device of its own is about, in every language. */
export const HOME_SUBJECTS: Record<Language, Record<keyof typeof HOME_TITLES, string>> = {
  en: HOME_TITLES,
  es: ES_HOME_SUBJECTS,
};

export const MOOD_WORDS: Record<Language, MoodWords> = { en: EN_MOODS, es: ES_MOODS };

/** What is written about accounts and homes, in every language. */
export const MAILS: Record<Language, MailWords> = { en: EN_MAILS, es: ES_MAILS };
export const ONBOARDING: Record<Language, OnboardingWords> = { en: EN_ONBOARDING, es: ES_ONBOARDING };

/** Why somebody may not sign in, in every language. */
const BLOCKED: Record<Language, (reason: string) => string> = { en: EN_BLOCKED, es: ES_BLOCKED };

export const LINK_PAGES: Record<Language, LinkPageWords> = { en: EN_LINK_PAGES, es: ES_LINK_PAGES };

export const STATUS_LETTERS: Record<Language, StatusLetters> = {
  en: EN_STATUS_LETTERS,
  es: ES_STATUS_LETTERS,
};
export const STATUS_NEWS: Record<Language, StatusNewsWords> = { en: EN_STATUS_NEWS, es: ES_STATUS_NEWS };

/** What operators are written about their installation, in every language: around each fault, and each kind of fault. */
export const OPERATORS: Record<Language, OperatorWords> = { en: EN_OPERATORS, es: ES_OPERATORS };
export const FAULTS: Record<Language, FaultWords> = { en: EN_FAULTS, es: ES_FAULTS };
export const SPENDING: Record<Language, SpendingWords> = { en: EN_SPENDING, es: ES_SPENDING };

export const CALLS: Record<Language, CallWords> = { en: EN_CALLS, es: ES_CALLS };
export const TELEGRAM_WORDS: Record<Language, TelegramWords> = { en: EN_TELEGRAM, es: ES_TELEGRAM };
export const TEXTS: Record<Language, TextWords> = { en: EN_TEXTS, es: ES_TEXTS };

/** Ends the text of an alert that can be acknowledged by a text back. */
export const REPLY_ASKED: Record<Language, string> = { en: EN_REPLY_ASKED, es: ES_REPLY_ASKED };

/** Why the address of a channel is refused, in every language. */
const ADDRESSES: Record<Language, AddressWords> = { en: EN_ADDRESSES, es: ES_ADDRESSES };

export const blockedSentences = (reason: string): Record<Language, string> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, BLOCKED[language](reason)])) as Record<
    Language,
    string
  >;

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

/** Refuses what is no address of the channel. */
export const refuseCalled = (channel: CalledChannel) =>
  refuseAddress(({ channels }) => `${channels[channel].address} ${channels[channel].must}`);
