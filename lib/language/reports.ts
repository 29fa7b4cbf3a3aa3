import type { Language } from "../../schema/vocabulary.ts";
import { EN_REPORTS } from "./en/reports.ts";
import { ES_REPORTS } from "./es/reports.ts";
import type { ReportWords } from "./report-words.ts";

/** The reports, in every language. */
export const REPORTS: Record<Language, ReportWords> = { en: EN_REPORTS, es: ES_REPORTS };
