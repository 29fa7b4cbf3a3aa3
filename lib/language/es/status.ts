import type { StatusLetters, StatusNewsWords } from "../en/status.ts";
import { lettersBy } from "../with-texts.ts";
import texts from "./status.json" with { type: "json" };

export const ES_STATUS_LETTERS: StatusLetters = /* @__PURE__ */ lettersBy(texts.letters);

export const ES_STATUS_NEWS: StatusNewsWords = texts.statusNews;
