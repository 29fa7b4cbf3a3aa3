import type { Language } from "../../schema/vocabulary.ts";
import { EN_MOODS } from "./en/moods.ts";
import { ES_MOODS } from "./es/moods.ts";
import type { MoodWords } from "./mood-words.ts";

export const MOOD_WORDS: Record<Language, MoodWords> = { en: EN_MOODS, es: ES_MOODS };
