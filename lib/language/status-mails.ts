import type { Language } from "../../schema/vocabulary.ts";
import { EN_STATUS_CONFIRM, EN_STATUS_NEWS } from "./en/status-mails.ts";
import { ES_STATUS_CONFIRM, ES_STATUS_NEWS } from "./es/status-mails.ts";
import type { StatusConfirmWords, StatusNewsWords } from "./status-mail-words.ts";

export const STATUS_CONFIRM: Record<Language, StatusConfirmWords> = {
  en: EN_STATUS_CONFIRM,
  es: ES_STATUS_CONFIRM,
};
export const STATUS_NEWS: Record<Language, StatusNewsWords> = { en: EN_STATUS_NEWS, es: ES_STATUS_NEWS };
