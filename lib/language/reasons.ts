import type { Language } from "../../schema/vocabulary.ts";
import { EN_REASONS } from "./en/reasons.ts";
import { ES_REASONS } from "./es/reasons.ts";
import type { ReasonWords } from "./reason-words.ts";

/** Why something was decided, in every language. */
export const REASONS: Record<Language, ReasonWords> = { en: EN_REASONS, es: ES_REASONS };
