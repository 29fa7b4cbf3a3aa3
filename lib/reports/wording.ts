import type { Language, TemperatureUnit } from "../../schema/vocabulary.ts";
import type { Period, ReportKind } from "../jobs/report-periods.ts";
import { convert, quantityOf } from "../kernel/units.ts";
import { givenNameIn } from "../language/given-names.ts";
import type { NoticeWords } from "../language/notice-words.ts";
import type { ReportWords } from "../language/report-words.ts";
import { sayIn } from "../language/say.ts";
import { NOTICES, REPORTS } from "../language/sent.ts";
import type { DigestFacts } from "./gather.ts";

/** How one reader has words, numbers and times. */
export type Wording = {
  words: ReportWords;
  kinds: NoticeWords["kinds"];
  yourHome: string;
  /** `45 min`, `3 h 30 min`, `2 d 4 h`. */
  duration(ms: number): string;
  value(value: number, unit: string | null): string;
  number(value: number): string;
  share(share: number): string;
  /** Day and time in the home's zone. */
  moment(atMs: number): string;
  dates(period: Period): string;
};

/** Readers of °F read a twelve-hour clock. */
const localeOf = (language: Language, unit: TemperatureUnit): string =>
  language === "en" ? (unit === "°F" ? "en-US" : "en-GB") : language;

/** Intl's thin spaces are boxes in some mail programs. */
const plainSpaces = (text: string): string => text.replace(/[\u2009\u202f]/g, " ");

const DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

/** Weekdays are unique in a week only. */
const momentForm = (kind: ReportKind): Intl.DateTimeFormatOptions => ({
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
  ...(kind === "weekly" ? {} : DAY),
});

export function wordingFor({
  kind,
  home,
  language,
}: Pick<DigestFacts, "kind" | "home" | "language">): Wording {
  const { zone: timeZone, temperatureUnit } = home;
  const locale = localeOf(language, temperatureUnit);
  const words = REPORTS[language];
  const { kinds, yourHome } = NOTICES[language];
  const say = sayIn({ language, temperatureUnit: null, timeZone });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const moments = new Intl.DateTimeFormat(locale, { timeZone, ...momentForm(kind) });
  const days = new Intl.DateTimeFormat(locale, { timeZone, ...DAY, year: "numeric" });
  // Adding 0 turns the -0 that rounding may leave into 0.
  const number = (value: number): string => numbers.format(Math.round(value * 10) / 10 + 0);
  return {
    words,
    kinds,
    yourHome,
    duration: (ms) => say.duration(ms) || words.underAMinute,
    number,
    value(value, unit) {
      const isTemperature = unit !== null && quantityOf(unit) === "temperature";
      const shown = isTemperature ? (convert(value, unit, temperatureUnit) ?? value) : value;
      const shownUnit = isTemperature ? temperatureUnit : unit;
      return shownUnit === null ? number(shown) : `${number(shown)} ${shownUnit}`;
    },
    share: (share) => `${number(share * 100)} %`,
    moment: (atMs) => plainSpaces(moments.format(atMs)),
    dates: ({ fromMs, toMs }) => plainSpaces(days.formatRange(fromMs, toMs - 1)),
  };
}

/** What nobody has named, in the reader's language. */
export const namedFor = (facts: DigestFacts): DigestFacts => ({
  ...facts,
  sensors: facts.sensors.map((sensor) => ({
    ...sensor,
    label: givenNameIn(sensor.label, sensor.kind, facts.language),
  })),
});
