import type { ContactLanguage } from "../../schema/vocabulary.ts";
import { EN_RESPONDERS } from "./en/responders.ts";
import { ES_RESPONDERS } from "./es/responders.ts";
import type { ResponderWords } from "./notice-words.ts";

/** All that goes to people outside the home, and what the members hear of their answers. */
export const RESPONDERS: Record<ContactLanguage, ResponderWords> = { en: EN_RESPONDERS, es: ES_RESPONDERS };
