import { LANGUAGES, type Language } from "../../schema/vocabulary.ts";
import { EN_BLOCKED, EN_MAILS, EN_ONBOARDING } from "./en/mails.ts";
import { ES_BLOCKED, ES_MAILS, ES_ONBOARDING } from "./es/mails.ts";
import type { MailWords, OnboardingWords } from "./mail-words.ts";

/** What is written about accounts and homes, in every language. */
export const MAILS: Record<Language, MailWords> = { en: EN_MAILS, es: ES_MAILS };
export const ONBOARDING: Record<Language, OnboardingWords> = { en: EN_ONBOARDING, es: ES_ONBOARDING };

/** Why somebody may not sign in, in every language. */
const BLOCKED: Record<Language, (reason: string) => string> = { en: EN_BLOCKED, es: ES_BLOCKED };
export const blockedSentences = (reason: string): Record<Language, string> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, BLOCKED[language](reason)])) as Record<
    Language,
    string
  >;
