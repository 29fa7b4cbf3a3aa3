import { HOME_TITLES, type Language } from "../../schema/vocabulary.ts";
import enMails from "./en/mails.json" with { type: "json" };
import enMoods from "./en/moods.json" with { type: "json" };
import enOperators from "./en/operators.json" with { type: "json" };
import enReasons from "./en/reasons.json" with { type: "json" };
import enStatus from "./en/status.json" with { type: "json" };
import esMails from "./es/mails.json" with { type: "json" };
import esMoods from "./es/moods.json" with { type: "json" };
import esOperators from "./es/operators.json" with { type: "json" };
import esReasons from "./es/reasons.json" with { type: "json" };
import esStatus from "./es/status.json" with { type: "json" };
import type { ReasonWords } from "./reason-text.ts";
import { type KindNames, SENSOR_KIND_NAMES } from "./sensor-name.ts";
import { inEach, lettersBy, toldBy, withTexts } from "./with-texts.ts";

// All words in every language, except the messages in `sent.ts` and the words of channels. The tables are separate
// constants, so that a function's bundle contains only those that it uses.

/** The reasons for decisions. */
export const REASONS: Record<Language, ReasonWords> = { en: enReasons.reasons, es: esReasons.reasons };

/** The names of unnamed sensors, by kind. */
export const KIND_NAMES: Record<Language, KindNames> = {
  en: SENSOR_KIND_NAMES,
  es: esReasons.sensorKinds,
};

const PUMPED = { en: enReasons.pumped, es: esReasons.pumped };

/** The advice for water at a place that a pump or a drain keeps dry, by its name; null where a tap can be shut off. */
export function pumpedAdvice(place: string, language: Language): string | null {
  const pumped = Object.values(PUMPED).flatMap(({ places }) => places.split(" "));
  const words = place.toLowerCase().split(/[^\p{L}]+/u);
  return words.some((word) => pumped.includes(word)) ? PUMPED[language].advice : null;
}

/** The subjects of alerts that are about no single device. */
export const HOME_SUBJECTS: Record<Language, Record<keyof typeof HOME_TITLES, string>> = {
  en: HOME_TITLES,
  es: esReasons.homeSubjects,
};

/** The reasons for a bay's mood. Lists of names and temperatures are passed as texts. */
export const MOOD_WORDS = /* @__PURE__ */ inEach({ en: enMoods, es: esMoods }, ({ moods, told }) =>
  withTexts(moods, toldBy(told.moods)),
);
export type MoodWords = (typeof MOOD_WORDS)["en"];

/** Mails about accounts and homes. Times are passed as texts, in UTC. */
export const MAILS = /* @__PURE__ */ inEach({ en: enMails, es: esMails }, ({ mails, told, letters }) =>
  withTexts(withTexts(mails, toldBy(told.mails)), lettersBy(letters)),
);
/** The name of a home until its owner names it. */
export const NEW_HOMES: Record<Language, string> = { en: enMails.newHome, es: esMails.newHome };

/** The onboarding emails to a home's owners; each is sent once. */
export const ONBOARDING = /* @__PURE__ */ inEach({ en: enMails, es: esMails }, ({ onboarding }) =>
  lettersBy(onboarding),
);
export type LifecycleEmail = keyof (typeof ONBOARDING)["en"];

/** The pages that the links in mails lead to. */
export const LINK_PAGES = { en: enMails.linkPages, es: esMails.linkPages };
export type LinkPageWords = (typeof LINK_PAGES)["en"];

/** Mails to subscribers of the status page. `confirm` asks them to confirm the subscription. */
export const STATUS_LETTERS = /* @__PURE__ */ inEach({ en: enStatus, es: esStatus }, ({ letters }) =>
  lettersBy(letters),
);
/** The frame of a mail about an incident of the service. */
export const STATUS_NEWS = { en: enStatus.statusNews, es: esStatus.statusNews };
export type StatusNewsWords = (typeof STATUS_NEWS)["en"];

const OPERATORS_TEXTS = { en: enOperators, es: esOperators };

/** The frame of each mail to operators about their installation. Times are passed as texts. */
export const OPERATORS = /* @__PURE__ */ inEach(OPERATORS_TEXTS, ({ told }) => toldBy(told.operators));
/** Mails to operators about faults of clocks, jobs, the disk or backups. */
export const FAULTS = /* @__PURE__ */ inEach(OPERATORS_TEXTS, ({ faults }) => lettersBy(faults));
/** Mails to operators about the daily limits of messages. */
export const SPENDING = /* @__PURE__ */ inEach(OPERATORS_TEXTS, ({ spending, told }) =>
  withTexts(spending, toldBy(told.spending)),
);
