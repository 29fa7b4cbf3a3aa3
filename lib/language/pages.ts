import { PROBLEMS } from "../../schema/problems.ts";
import { CALLED_CHANNELS, type CalledChannel, type Channel, type Language } from "../../schema/vocabulary.ts";
import type { Problem } from "../kernel/outcome.ts";
import { CALLED_NAMES, FAILURES } from "./channel-words.ts";
import en from "./en/pages.json" with { type: "json" };
import enTold from "./en/told.json" with { type: "json" };
import es from "./es/pages.json" with { type: "json" };
import { problemEs, refusedBodyEs } from "./es/problems.ts";
import esTold from "./es/told.json" with { type: "json" };
import { KIND_NAMES, pumpedAdvice } from "./languages.ts";
import { toldBy, withTexts } from "./with-texts.ts";

/** Plain texts are in `pages.json` and texts with values in `told.json`. The words of refusals need code. */
type Refusals = { body: (sentence: string) => string; problem: (problem: Problem) => string };

const ENGLISH: Refusals = {
  body: (sentence) => sentence,
  problem: ({ name, sentence, sentences }) => sentences?.en ?? sentence ?? PROBLEMS[name].error,
};

const SPANISH: Refusals = { body: refusedBodyEs, problem: problemEs };

const calledTexts = (language: Language, text: "name" | "asked") =>
  Object.fromEntries(
    CALLED_CHANNELS.map((channel) => [channel, CALLED_NAMES[language][channel][text]]),
  ) as Record<CalledChannel, string>;

const wordsIn = (language: Language, texts: typeof en, told: typeof enTold, refusals: Refusals) =>
  withTexts(withTexts(texts, toldBy(told)), {
    alertPage: {
      channels: {
        ...texts.alertPage.channels,
        ...calledTexts(language, "name"),
      } satisfies Record<Channel, string>,
    },
    sensorKinds: KIND_NAMES[language],
    received: { refusal: refusals.body },
    notifications: { contactKinds: calledTexts(language, "asked") as Partial<Record<Channel, string>> },
    failures: FAILURES[language],
    pumpedAdvice: (place: string) => pumpedAdvice(place, language),
    problem: { told: refusals.problem },
  });
export type Words = ReturnType<typeof wordsIn>;

/** All texts of the pages, by language. */
export const WORDS: Record<Language, Words> = {
  en: wordsIn("en", en, enTold, ENGLISH),
  es: wordsIn("es", es, esTold, SPANISH),
};
