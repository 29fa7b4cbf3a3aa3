import type { Language } from "../../schema/vocabulary.ts";
import { EN_LINK_PAGES } from "./en/link-pages.ts";
import { ES_LINK_PAGES } from "./es/link-pages.ts";
import type { LinkPageWords } from "./link-page-words.ts";

export const LINK_PAGES: Record<Language, LinkPageWords> = { en: EN_LINK_PAGES, es: ES_LINK_PAGES };
