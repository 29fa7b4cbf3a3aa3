import type { Language } from "../../schema/vocabulary.ts";
import { en, type Words } from "./en/pages.ts";
import { es } from "./es/pages.ts";

/** Every sentence of the pages, by language. A further language is one file and its place here. */
export const WORDS: Record<Language, Words> = { en, es };
