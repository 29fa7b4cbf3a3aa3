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

// What is said in every language, but for the messages of `sent.ts` and the words of channels. Each table stands by itself,
// and a function carries only those that it says.

/** Why something was decided, in every language. */
export const REASONS: Record<Language, ReasonWords> = { en: enReasons.reasons, es: esReasons.reasons };

/** What a sensor of each kind is called that nobody has named, in every language. */
export const KIND_NAMES: Record<Language, KindNames> = {
  en: SENSOR_KIND_NAMES,
  es: esReasons.sensorKinds,
};

/** What an alert about no device of its own is about, in every language. */
export const HOME_SUBJECTS: Record<Language, Record<keyof typeof HOME_TITLES, string>> = {
  en: HOME_TITLES,
  es: esReasons.homeSubjects,
};

/** Why a bay feels as it does. Lists of names and temperatures come as texts. */
export const MOOD_WORDS = /* @__PURE__ */ inEach({ en: enMoods, es: esMoods }, ({ moods, told }) =>
  withTexts(moods, toldBy(told.moods)),
);
export type MoodWords = (typeof MOOD_WORDS)["en"];

/** What is written about accounts and homes. Times are UTC, as they are given. */
export const MAILS = /* @__PURE__ */ inEach({ en: enMails, es: esMails }, ({ mails, told, letters }) =>
  withTexts(withTexts(mails, toldBy(told.mails)), lettersBy(letters)),
);
/** What a home is called until its owner has named it. */
export const NEW_HOMES: Record<Language, string> = { en: enMails.newHome, es: esMails.newHome };

/** What a home's owners are written once. */
export const ONBOARDING = /* @__PURE__ */ inEach({ en: enMails, es: esMails }, ({ onboarding }) =>
  lettersBy(onboarding),
);
export type LifecycleEmail = keyof (typeof ONBOARDING)["en"];

/** The pages that the links in mails lead to. */
export const LINK_PAGES = { en: enMails.linkPages, es: esMails.linkPages };
export type LinkPageWords = (typeof LINK_PAGES)["en"];

/** `confirm` asks whether its reader wants news of the service. */
export const STATUS_LETTERS = /* @__PURE__ */ inEach({ en: enStatus, es: esStatus }, ({ letters }) =>
  lettersBy(letters),
);
/** Around what is said of an incident. */
export const STATUS_NEWS = { en: enStatus.statusNews, es: esStatus.statusNews };
export type StatusNewsWords = (typeof STATUS_NEWS)["en"];

const OPERATORS_TEXTS = { en: enOperators, es: esOperators };

/** Around each mail to operators about their installation. Times come as texts. */
export const OPERATORS = /* @__PURE__ */ inEach(OPERATORS_TEXTS, ({ told }) => toldBy(told.operators));
/** About what can fail: clocks, jobs, the disk, backups. */
export const FAULTS = /* @__PURE__ */ inEach(OPERATORS_TEXTS, ({ faults }) => lettersBy(faults));
/** About how many messages a day may have. */
export const SPENDING = /* @__PURE__ */ inEach(OPERATORS_TEXTS, ({ spending, told }) =>
  withTexts(spending, toldBy(told.spending)),
);
