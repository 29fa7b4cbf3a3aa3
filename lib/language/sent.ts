import type { Language } from "../../schema/vocabulary.ts";
import type { NoticeWords, ResponderWords } from "./en/notices.ts";
import { EN_NOTICES, EN_RESPONDERS } from "./en/notices.ts";
import type { ReportWords } from "./en/reports.ts";
import { EN_REPORTS } from "./en/reports.ts";
import { ES_NOTICES, ES_RESPONDERS } from "./es/notices.ts";
import { ES_REPORTS } from "./es/reports.ts";

// Apart from `languages.ts`: they are 50 KB, and only the functions that send carry them.

/** All that goes out about alerts, in every language. */
export const NOTICES: Record<Language, NoticeWords> = { en: EN_NOTICES, es: ES_NOTICES };

/** All that goes to people outside the home, and what the members hear of their answers. */
export const RESPONDERS: Record<Language, ResponderWords> = { en: EN_RESPONDERS, es: ES_RESPONDERS };

/** The reports, in every language. */
export const REPORTS: Record<Language, ReportWords> = { en: EN_REPORTS, es: ES_REPORTS };
