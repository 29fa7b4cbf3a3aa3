import type { Language } from "../../schema/vocabulary.ts";
import { EN_MAILS } from "./en/mails.ts";
import { ES_MAILS } from "./es/mails.ts";
import type { MailWords } from "./mail-words.ts";

/** What is written about accounts and homes, in every language. */
export const MAILS: Record<Language, MailWords> = { en: EN_MAILS, es: ES_MAILS };
