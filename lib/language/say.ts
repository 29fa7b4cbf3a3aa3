import type { Language } from "../../schema/vocabulary.ts";
import { dateFormat, numberFormat } from "../kernel/text.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";
import { convert, quantityOf } from "../kernel/units.ts";
import type { Quantity } from "./reason.ts";

/** A reader's locale. With `temperatureUnit` null, temperatures keep the unit that they were measured in. */
type Locale = {
  language: Language;
  temperatureUnit: "°F" | "°C" | null;
  /** The home's time zone, as an IANA name; UTC if unknown. */
  timeZone: string;
};

/** Formats numbers, quantities and times for sentences. */
export type Say = Locale & {
  number: (value: number, decimalsMax: number) => string;
  /** `33.1 °F`, `45%`, `6 h`, in the reader's unit. `decimalsMax` defaults to 1. */
  quantity: (quantity: Quantity, decimalsMax?: number) => string;
  /** The freezing point of water in the reader's unit. */
  freezing: () => string;
  /** `Sat, Jan 16, 3:05 AM EST`. */
  time: (at: Moment) => string;
  /** `3:05 AM`. */
  clock: (at: Moment) => string;
  /** `Sat`. */
  weekday: (at: Moment) => string;
  /** `45 min`, `2 h 10 min`, `3 d 4 h`; empty for less than a minute. */
  duration: (ms: number) => string;
};

const TIME = {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const satisfies Intl.DateTimeFormatOptions;

/** The locales of dates and clocks. English means American English. */
const FORMS: Partial<Record<Language, string>> = { en: "en-US" };

export function sayIn(locale: Locale): Say {
  const { language, temperatureUnit } = locale;
  const form = FORMS[language] ?? language;
  const timeZone = knownZone(locale.timeZone);
  const number = (value: number, decimalsMax: number): string =>
    // No grouping, which would cost characters of a text message. Adding 0 turns -0 into 0.
    numberFormat(form, { maximumFractionDigits: decimalsMax, useGrouping: false }).format(
      Number(value.toFixed(decimalsMax)) + 0,
    );
  const quantity = ({ value, unit }: Quantity, decimalsMax = 1): string => {
    if (unit === null) return number(value, Math.max(decimalsMax, 2));
    if (quantityOf(unit) === "temperature" && temperatureUnit !== null)
      return `${number(convert(value, unit, temperatureUnit) ?? value, decimalsMax)} ${temperatureUnit}`;
    if (unit === "%") return percent(number(value, decimalsMax === 1 ? 0 : decimalsMax), language);
    return `${number(value, decimalsMax)} ${unit}`;
  };
  const at = (shape: Intl.DateTimeFormatOptions) => (moment: Moment) =>
    plainSpaces(dateFormat(form, { ...shape, timeZone }).format(moment));
  return {
    ...locale,
    timeZone,
    number,
    quantity,
    freezing: () => quantity({ value: 0, unit: "°C" }),
    time: at(TIME),
    clock: at({ hour: "numeric", minute: "2-digit" }),
    weekday: at({ weekday: "short" }),
    duration: durationText,
  };
}

/** Writes a percentage. Only English has no space before the sign. */
export const percent = (number: string, language: Language): string =>
  language === "en" ? `${number}%` : `${number} %`;

/** Replaces ICU's narrow no-break space before AM, which would make a text message use UTF-16. */
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

/** Uses the symbols of the SI, which are the same in every language. */
function durationText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  const rest = minutes * MINUTE_MS;
  const [days, hours, left] = [
    Math.floor(rest / DAY_MS),
    Math.floor((rest % DAY_MS) / HOUR_MS),
    Math.floor((rest % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return left > 0 ? `${hours} h ${left} min` : `${hours} h`;
  return minutes === 0 ? "" : `${minutes} min`;
}

/** Returns the zone if the runtime knows it, else UTC. */
export function knownZone(timeZone: string): string {
  try {
    dateFormat("en", { timeZone });
    return timeZone;
  } catch {
    return "UTC";
  }
}
