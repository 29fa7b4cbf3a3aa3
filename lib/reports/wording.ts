import type { TemperatureUnit } from "../../schema/vocabulary.ts";
import type { Period, ReportKind } from "../jobs/report-periods.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { convert, quantityOf } from "../kernel/units.ts";
import type { DigestFacts } from "./gather.ts";

/** How one home reads numbers and times. */
export type Wording = {
  value(value: number, unit: string | null): string;
  number(value: number): string;
  share(share: number): string;
  /** Day and time in the home's zone. */
  moment(atMs: number): string;
  dates(period: Period): string;
};

const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 24 * MINUTES_AN_HOUR;

/** `45 min`, `3 h 30 min`, `2 d 4 h`. */
export function duration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return "under a minute";
  const [days, hours] = [
    Math.floor(minutes / MINUTES_A_DAY),
    Math.floor((minutes % MINUTES_A_DAY) / MINUTES_AN_HOUR),
  ];
  const parts =
    days > 0
      ? [`${days} d`, hours > 0 ? `${hours} h` : ""]
      : [
          hours > 0 ? `${hours} h` : "",
          minutes % MINUTES_AN_HOUR > 0 ? `${minutes % MINUTES_AN_HOUR} min` : "",
        ];
  return parts.filter(Boolean).join(" ");
}

/** Readers of °F read a twelve-hour clock. */
const localeOf = (unit: TemperatureUnit): string => (unit === "°F" ? "en-US" : "en-GB");

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

export function wordingFor({ kind, home }: Pick<DigestFacts, "kind" | "home">): Wording {
  const { zone: timeZone, temperatureUnit } = home;
  const locale = localeOf(temperatureUnit);
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const moments = new Intl.DateTimeFormat(locale, { timeZone, ...momentForm(kind) });
  const days = new Intl.DateTimeFormat(locale, { timeZone, ...DAY, year: "numeric" });
  // Adding 0 turns the -0 that rounding may leave into 0.
  const number = (value: number): string => numbers.format(Math.round(value * 10) / 10 + 0);
  return {
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

/** `1 alert`, `2 alerts`, `no alerts`. */
export const counted = (count: number, one: string): string =>
  count === 0 ? `no ${one}s` : `${count} ${one}${count === 1 ? "" : "s"}`;
