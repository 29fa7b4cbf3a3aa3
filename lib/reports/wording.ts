import type { AlertKind, Language, ReportKind, TemperatureUnit } from "../../schema/vocabulary.ts";
import { isLowBattery } from "../devices/device.ts";
import { capital } from "../kernel/text.ts";
import { convert, quantityOf } from "../kernel/units.ts";
import { alertSubjectIn, givenNameIn } from "../language/given-names.ts";
import { percent, sayIn } from "../language/say.ts";
import { NOTICES, REPORTS } from "../language/sent.ts";
import { nameText } from "../language/sms-text.ts";
import type { AlertFacts, BatteryFacts, DigestFacts, Period, SensorFacts } from "./gather.ts";

const DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

/** Readers of °F get US formats with a 12-hour clock, other readers of English get British formats. */
const localeOf = (language: Language, unit: TemperatureUnit): string =>
  language === "en" ? (unit === "°F" ? "en-US" : "en-GB") : language;

/** Replaces Intl's thin spaces, which some mail clients show as boxes. */
const plainSpaces = (text: string): string => text.replace(/[\u2009\u202f]/g, " ");

/** Adds the date, except in a weekly report, where the weekday is enough. */
const momentForm = (kind: ReportKind): Intl.DateTimeFormatOptions => ({
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
  ...(kind === "weekly" ? {} : DAY),
});

/** Returns a reader's words, and functions that format numbers and times for them. */
export function wordingFor({ kind, home, language }: Pick<DigestFacts, "kind" | "home" | "language">) {
  const { zone: timeZone, temperatureUnit } = home;
  const locale = localeOf(language, temperatureUnit);
  const words = REPORTS[language];
  const { kinds, yourHome } = NOTICES[language];
  const say = sayIn({ language, temperatureUnit: null, timeZone });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const moments = new Intl.DateTimeFormat(locale, { timeZone, ...momentForm(kind) });
  const days = new Intl.DateTimeFormat(locale, { timeZone, ...DAY, year: "numeric" });
  // Adding 0 turns -0, which rounding may return, into 0.
  const number = (value: number): string => numbers.format(Math.round(value * 10) / 10 + 0);
  return {
    words,
    kinds,
    yourHome,
    /** `45 min`, `3 h 30 min`, `2 d 4 h`. */
    duration: (ms: number) => say.duration(ms) || words.underAMinute,
    value(value: number, unit: string | null) {
      const isTemperature = unit !== null && quantityOf(unit) === "temperature";
      const shown = isTemperature ? (convert(value, unit, temperatureUnit) ?? value) : value;
      const shownUnit = isTemperature ? temperatureUnit : unit;
      if (shownUnit === "%") return percent(number(shown), language);
      return shownUnit === null ? number(shown) : `${number(shown)} ${shownUnit}`;
    },
    share: (share: number) => percent(number(share * 100), language),
    /** Weekday and time in the home's time zone, with the date unless the report is weekly. */
    moment: (atMs: number) => plainSpaces(moments.format(atMs)),
    dates: ({ fromMs, toMs }: Period) => plainSpaces(days.formatRange(fromMs, toMs - 1)),
  };
}
export type Wording = ReturnType<typeof wordingFor>;

/** Gives sensors that nobody has named, also as subjects of alerts, a name in the reader's language. */
export const namedFor = (facts: DigestFacts): DigestFacts => ({
  ...facts,
  alerts: facts.alerts.map(({ subject: title, ...alert }) => ({
    ...alert,
    subject: alertSubjectIn({ ...alert, title }, facts.language),
  })),
  sensors: facts.sensors.map((sensor) => ({
    ...sensor,
    label: givenNameIn(sensor.label, sensor.kind, facts.language),
  })),
});

/** Returns the coldest space by its temperature sensors, or undefined without readings. */
function coldestSpace(sensors: readonly SensorFacts[]) {
  const lows = sensors.flatMap(({ kind, space, label, unit, low }) => {
    if (kind !== "temperature" || unit === null || low === null) return [];
    const celsius = convert(low.value, unit, "°C");
    return celsius === null ? [] : [{ celsius, coldest: { space: space || label, unit, low } }];
  });
  return lows.toSorted((a, b) => a.celsius - b.celsius)[0]?.coldest;
}

/**
 * Returns the battery to change first: low ones before the others, then by days left, then the emptiest. Batteries
 * without a forecast of days come after those with one.
 */
export const lowestBattery = (batteries: readonly BatteryFacts[]): BatteryFacts | null =>
  batteries.toSorted(
    (a, b) =>
      Number(isLowBattery(b)) - Number(isLowBattery(a)) ||
      (a.daysLeft ?? Number.MAX_VALUE) - (b.daysLeft ?? Number.MAX_VALUE) ||
      a.pct - b.pct,
  )[0] ?? null;

const hasReadings = ({ sensors }: DigestFacts): boolean => sensors.some(({ low }) => low !== null);

/** One line of a report: how many alerts a subject had, and for how long within the period. */
type AlertTotal = { kind: AlertKind; subject: string; count: number; ms: number; isOpen: boolean };

/** Returns how long an episode was open within the period, in milliseconds. */
export const msWithin = ({ openedAtMs, closedAtMs }: AlertFacts, { fromMs, toMs }: Period): number =>
  Math.max(0, Math.min(closedAtMs ?? toMs, toMs) - Math.max(openedAtMs, fromMs));

/** Returns totals by kind and subject, the longest first. */
export function alertTotals(alerts: readonly AlertFacts[], period: Period): AlertTotal[] {
  const totals = new Map<string, AlertTotal>();
  for (const alert of alerts) {
    const { kind, subject } = alert;
    const key = JSON.stringify([kind, subject]);
    const total = totals.get(key) ?? { kind, subject, count: 0, ms: 0, isOpen: false };
    totals.set(key, {
      ...total,
      count: total.count + 1,
      ms: total.ms + msWithin(alert, period),
      isOpen: total.isOpen || alert.closedAtMs === null,
    });
  }
  return [...totals.values()].toSorted((a, b) => b.ms - a.ms);
}

/** Writes `2 freeze, 1 leak`, the most frequent first. */
export function countsByKind(alerts: readonly AlertFacts[], kinds: Wording["kinds"]): string {
  return [...Map.groupBy(alerts, ({ kind }) => kind)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([kind, { length }]) => `${length} ${kinds[kind].noun}`)
    .join(", ");
}

/** Writes `18%, about 12 days left`. */
export const chargeText = ({ pct, daysLeft }: BatteryFacts, { share, words }: Wording): string =>
  [share(pct / 100), ...(daysLeft === null ? [] : [words.daysLeft(daysLeft)])].join(", ");

function alertWords(facts: DigestFacts, { words, kinds }: Wording): string {
  const { alerts, outages, kind } = facts;
  const isQuiet = alerts.length === 0 && outages.length === 0;
  if (isQuiet && hasReadings(facts)) return words.quietSentence[kind];
  const byKind = alerts.length === 0 ? "" : ` (${countsByKind(alerts, kinds)})`;
  return capital(words.counts(words.alerts(alerts.length), byKind, words.outages(outages.length)));
}

function coldestWords({ sensors }: DigestFacts, wording: Wording): string {
  const coldest = coldestSpace(sensors);
  if (coldest === undefined) return "";
  const { space, unit, low } = coldest;
  return wording.words.coldest(space, wording.value(low.value, unit), wording.moment(low.atMs));
}

function batteryWords({ batteries }: DigestFacts, wording: Wording): string {
  const battery = lowestBattery(batteries);
  if (battery === null || !isLowBattery(battery)) return "";
  return wording.words.battery(battery.device, chargeText(battery, wording));
}

/** Writes the summary, for people who read no further. */
export function summaryOf(facts: DigestFacts, wording: Wording): string {
  const readings = hasReadings(facts) ? "" : wording.words.noReadingsSentence[facts.kind];
  const sentences = [
    readings,
    alertWords(facts, wording),
    coldestWords(facts, wording),
    batteryWords(facts, wording),
  ];
  return sentences.filter(Boolean).join(" ");
}

/** Writes a subject that fits a list of mails. The home's name is last: a subject begins only with words of ours. */
export function subjectOf(facts: DigestFacts, wording: Wording): string {
  const { words } = wording;
  const coldest = coldestSpace(facts.sensors);
  const news = [
    facts.alerts.length === 0 ? words.quiet[facts.kind] : words.alerts(facts.alerts.length),
    coldest && words.coldestShort(wording.value(coldest.low.value, coldest.unit)),
  ];
  const told = hasReadings(facts) ? news.filter(Boolean).join(", ") : words.noReadings[facts.kind];
  return `${capital(told)} (${nameText(facts.home.name, wording.yourHome)})`;
}
