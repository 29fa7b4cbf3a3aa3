import type { Evidence, Quantity } from "../../alerts/evidence.ts";
import type { Finding } from "../../alerts/finding.ts";
import { HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { convert, quantityOf } from "../../kernel/units.ts";
import type { Neighbours } from "../../reports/city/city.ts";
import type { DayBars } from "../mail/day-bars.ts";
import { nameText } from "./plain-text.ts";
import { clockText, durationText, timeText, weekdayText } from "./time-text.ts";

/** Fewer hours show nothing that the words do not say. */
const HOURS_MIN = 4;

/** A sensor's means of the last hours, oldest first, in its own unit; null for an hour without a reading. */
export type LastDay = { unit: string | null; hours: readonly (number | null)[] };

export type NoticeInput = {
  finding: Finding;
  household: { name: string; temperatureUnit: "°F" | "°C"; timeZone: string };
  /** Named as their owner calls them; null where the finding is about none. */
  names: { sensor: string | null; device: string | null; space: string | null };
  /** What the sensor read about an hour before; null where nobody knows. */
  before: { value: number; at: Moment } | null;
  /** What the sensor read in the hours before; null or absent where nobody knows. */
  lastDay?: LastDay | null;
  /** How it is around a home that fell silent; null or absent where nobody may tell. */
  neighbours?: Neighbours | null;
  alertId: string;
  /** The alert's page, where whoever may takes it on with a button. */
  url: string;
  /** Whether this reader may. */
  mayAcknowledge: boolean;
  /** Lines of the service's own in the mail: that the month's text messages are used up, for instance. */
  notes: readonly string[];
};

/** Everything that the words of a notice are made from, in the household's unit and zone. */
export type NoticeView = {
  finding: Finding;
  temperatureUnit: "°F" | "°C";
  /** The home's name. */
  home: string;
  timeZone: string;
  /** `Crawlspace, Pipe probe`. */
  where: string;
  /** The reading, `33.1 °F`; empty where there is none. */
  value: string;
  /** `is at 33.1 °F`; `was at 33.1 °F at 3:05 AM` where that was a while ago. */
  isAt: string;
  /** `, down 7 in an hour`; empty where it hardly moves or nobody knows. */
  trend: string;
  /** ` as early as 2:10 AM, about 5:30 AM`: the pessimistic end first; empty where nothing is expected. */
  freezes: string;
  /** ` by Sat, Jan 16, 3:05 AM EST`; empty where that hour has passed. */
  ahead: string;
  /** When it was read, or is forecast to be. */
  time: string;
  clock: string;
  worst: string;
  since: string;
  /** The same for where every character counts: `9:05 PM`, `Fri 9:05 PM`. */
  sinceClock: string;
  lasted: string;
};

export function viewOf({ finding, household, names, before }: NoticeInput): NoticeView {
  const { temperatureUnit, timeZone } = household;
  const { evidence, peak } = finding;
  const began = beganAt(finding);
  return {
    finding,
    temperatureUnit,
    home: nameText(household.name, "your home"),
    timeZone,
    where: whereText(names, household.name),
    trend: evidence === null ? "" : trendText(evidence, before, temperatureUnit),
    freezes: evidence === null ? "" : freezesText(evidence, finding.at, timeZone),
    ahead: evidence === null || evidence.at <= finding.at ? "" : ` by ${timeText(evidence.at, timeZone)}`,
    value: evidence === null ? "" : valueText(evidence, temperatureUnit),
    isAt: evidence === null ? "" : isAtText(evidence, finding.at, household),
    time: evidence === null ? "" : timeText(evidence.at, timeZone),
    clock: evidence === null ? "" : clockText(evidence.at, timeZone),
    worst: peak === null ? "" : valueText(peak, temperatureUnit),
    since: began === null ? "" : timeText(began, timeZone),
    sinceClock: began === null ? "" : hourText(began, finding.at, timeZone),
    lasted: began === null ? "" : durationText((finding.closedAt ?? finding.at) - began),
  };
}

/** An outage began when the device was last heard, not when that became too long ago. */
function beganAt({ kind, openedAt, peak }: Finding): Moment | null {
  return (kind === "outage" || kind === "incident") && peak !== null ? peak.at : openedAt;
}

function whereText(names: NoticeInput["names"], household: string): string {
  const place = (names.space ?? "") === "" ? names.device : names.space;
  const parts = [place, names.sensor ?? names.device].map((name) => nameText(name ?? "", ""));
  const named = [...new Set(parts)].filter((part) => part !== "");
  return named.length === 0 ? nameText(household, "your home") : named.join(", ");
}

const ABOUT_AN_HOUR_MS = 10 * MINUTE_MS;

/** A trend in the household's degrees, or in points of humidity; less than one is no trend. */
function trendText(evidence: Evidence, before: NoticeInput["before"], temperatureUnit: "°F" | "°C"): string {
  const { unit } = evidence;
  if (before === null || unit === null) return "";
  const isTemperature = quantityOf(unit) === "temperature";
  if (!isTemperature && unit !== "%") return "";
  const inUnit = (value: number) =>
    isTemperature ? (convert(value, unit, temperatureUnit) ?? value) : value;
  const moved = Math.round(inUnit(evidence.value) - inUnit(before.value));
  if (moved === 0) return "";
  const ms = evidence.at - before.at;
  const span = Math.abs(ms - HOUR_MS) < ABOUT_AN_HOUR_MS ? "an hour" : durationText(ms);
  return `, ${moved < 0 ? "down" : "up"} ${Math.abs(moved)} in ${span}`;
}

/** A reading this old says how it was. */
const OLD_MS = 45 * MINUTE_MS;

function isAtText(evidence: Evidence, now: Moment, household: NoticeInput["household"]): string {
  const value = valueText(evidence, household.temperatureUnit);
  const isOld = now - evidence.at > OLD_MS;
  return isOld ? `was at ${value} at ${clockSince(evidence.at, now, household.timeZone)}` : `is at ${value}`;
}

/** The clock alone within half a day, with its weekday before. */
const clockSince = (at: Moment, now: Moment, timeZone: string): string =>
  now - at < 12 * HOUR_MS
    ? clockText(at, timeZone)
    : `${clockText(at, timeZone)} on ${weekdayText(at, timeZone)}`;

/** A later end beyond this says nothing that anybody can plan by. */
const RANGE_MS_MAX = 24 * HOUR_MS;

/** The earliest first: who plans by the likely hour is late every other time. Never an hour that has passed. */
function freezesText({ at, unit, value, more }: Evidence, now: Moment, timeZone: string): string {
  const low = more?.hours_low;
  if (typeof low !== "number") return "";
  const likely = unit === "h" ? value : more?.hours_high;
  const earliest = at + low * HOUR_MS;
  const early = earliest <= now ? " at any time now" : ` as early as ${hourText(earliest, now, timeZone)}`;
  const later = typeof likely === "number" ? at + likely * HOUR_MS : now;
  const isTold = later - Math.max(earliest, now) >= HOUR_MS && later - earliest <= RANGE_MS_MAX;
  return isTold ? `${early}, ${unit === "h" ? "about" : "by"} ${hourText(later, now, timeZone)}` : early;
}

/** The clock alone within half a day, with its weekday beyond. */
export const hourText = (at: Moment, from: Moment, timeZone: string): string =>
  at - from < 12 * HOUR_MS
    ? clockText(at, timeZone)
    : `${weekdayText(at, timeZone)} ${clockText(at, timeZone)}`;

/** Temperatures in the household's unit with one decimal, percentages and hours as people say them. */
export function valueText(quantity: Quantity & Partial<Evidence>, temperatureUnit: "°F" | "°C"): string {
  const { value, unit } = quantity;
  if (unit === null) return rounded(value, 2);
  if (quantityOf(unit) === "temperature") {
    return `${rounded(convert(value, unit, temperatureUnit) ?? value, 1)} ${temperatureUnit}`;
  }
  if (unit === "%") return `${rounded(value, 0)}%`;
  return `${rounded(value, 1)} ${unit}`;
}

const rounded = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)));

/** A small picture of the sensor's last day; undefined where there is none to show. */
export function pictureOf(
  lastDay: LastDay | null,
  temperatureUnit: "°F" | "°C",
  reading: Quantity | null = null,
): DayBars | undefined {
  if (lastDay === null || lastDay.unit === null) return undefined;
  const { unit, hours } = lastDay;
  const known = hours.filter((value) => value !== null);
  if (known.length < HOURS_MIN) return undefined;
  // The bars are means of hours: what was just read may lie beyond them.
  const latest = reading?.unit === unit && known.length > 0 ? [reading.value] : [];
  const seen = [...known, ...latest];
  const spoken = (value: number): string => valueText({ value, unit }, temperatureUnit);
  const [low, high] = [spoken(Math.min(...seen)), spoken(Math.max(...seen))];
  const between = low === high ? `at ${low}` : `between ${low} and ${high}`;
  return { values: hours, caption: `The last ${hours.length} hours: ${between}` };
}
