import type { Language } from "../../schema/vocabulary.ts";
import { EN_NOTICES } from "./en/notices.ts";
import { ES_NOTICES } from "./es/notices.ts";
import type { NoticeWords } from "./notice-words.ts";

/** All that goes out about alerts, in every language. */
export const NOTICES: Record<Language, NoticeWords> = { en: EN_NOTICES, es: ES_NOTICES };
