import { lettersBy } from "../with-texts.ts";
import texts from "./status.json" with { type: "json" };

/** `confirm` asks whether its reader wants news of the service. */
export const EN_STATUS_LETTERS = /* @__PURE__ */ lettersBy(texts.letters);
export type StatusLetters = typeof EN_STATUS_LETTERS;

/** A language's words around what is said of an incident. */
export const EN_STATUS_NEWS = texts.statusNews;
export type StatusNewsWords = typeof EN_STATUS_NEWS;
