import type { LANGUAGES } from "../format/language.ts";
import { en, type Words } from "./en.ts";
import { es } from "./es.ts";

/** Every sentence of the pages, by language. A further language is one file and its place here. */
export const WORDS: { [Language in (typeof LANGUAGES)[number]]: Words } = { en, es };
