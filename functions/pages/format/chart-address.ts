import { localDate, localMidnight, localMoment, wallClockMs } from "../../../lib/kernel/local-time.ts";
import { DAY_MS } from "../../../lib/kernel/time.ts";

/** A range as an address says it: whole days (`2026-11-22`, the last one included) or moments of the home's clock. */
export type ChartDates = { from: string; to: string };

const TEXT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?$/;

/** A date, or a date and a time, of the zone's clock; null for what is neither. */
export function momentIn(text: string | undefined, zone: string): { at: number; isDay: boolean } | null {
  const found = TEXT.exec(text ?? "");
  const wall = Date.parse(`${found?.[1]}T${found?.[2] ?? "00:00"}Z`);
  return Number.isNaN(wall) ? null : { at: localMoment(zone, wall), isDay: found?.[2] === undefined };
}

/** `2026-11-22T14:30`: a moment by the zone's clock, as a form's field takes it. */
export const wallText = (zone: string, at: number): string =>
  new Date(wallClockMs(zone, at)).toISOString().slice(0, 16);

const nextDay = (zone: string, at: number): number => {
  const { year, month, day } = localDate(zone, at);
  return localMidnight(zone, { year, month, day: day + 1 });
};

/** The range in epoch milliseconds; today and, as far as there are readings, the six days before it where the address names none. */
export function rangeOf(
  { from, to }: { from: string | undefined; to: string | undefined },
  zone: string,
  now: number,
): { from: number; to: number; isUsual: boolean } {
  const [begin, end] = [momentIn(from, zone), momentIn(to, zone)];
  const today = localDate(zone, now);
  const until =
    end === null
      ? localMidnight(zone, { ...today, day: today.day + 1 })
      : end.isDay
        ? nextDay(zone, end.at)
        : end.at;
  const since = begin?.at ?? localMidnight(zone, { ...today, day: today.day - 6 });
  const isUsual = begin === null && end === null;
  return { from: since < until ? since : until - DAY_MS, to: until, isUsual };
}

export function datesOf(zone: string, from: number, to: number): ChartDates {
  const isMidnight = (at: number) => localMidnight(zone, localDate(zone, at)) === at;
  if (isMidnight(from) && isMidnight(to))
    return { from: wallText(zone, from).slice(0, 10), to: wallText(zone, to - 1).slice(0, 10) };
  return { from: wallText(zone, from), to: wallText(zone, to) };
}

export function presetsOf(
  zone: string,
  now: number,
): (readonly ["today" | "yesterday" | "week" | "month", ChartDates])[] {
  const day = (before: number) => {
    const { year, month, day: today } = localDate(zone, now);
    return new Date(Date.UTC(year, month - 1, today - before)).toISOString().slice(0, 10);
  };
  return [
    ["today", { from: day(0), to: day(0) }],
    ["yesterday", { from: day(1), to: day(1) }],
    ["week", { from: day(6), to: day(0) }],
    ["month", { from: day(29), to: day(0) }],
  ];
}

const CLOSEST_MS = 10 * 60_000;
const WIDEST_MS = 732 * DAY_MS;

/**
 * From the range that is shown to its neighbours: the stretch before and, where it has begun, after; its middle, what is around it,
 * its days a year ago.
 */
export function movesOf(
  zone: string,
  { from, to, now }: { from: number; to: number; now: number },
): (readonly ["before" | "later" | "closer" | "wider" | "lastYear", ChartDates])[] {
  const span = to - from;
  const dates = (begin: number, end: number) => datesOf(zone, begin, end);
  const lastYear = (text: string) =>
    `${Number(text.slice(0, 4)) - 1}${text.slice(4).replace("-02-29", "-02-28")}`;
  const shown = dates(from, to);
  return [
    ["before", dates(from - span, from)],
    ...(to >= now ? [] : [["later", dates(to, to + span)] as const]),
    ...(span / 2 < CLOSEST_MS ? [] : [["closer", dates(from + span / 4, to - span / 4)] as const]),
    ...(span * 2 > WIDEST_MS ? [] : [["wider", dates(from - span / 2, to + span / 2)] as const]),
    ["lastYear", { from: lastYear(shown.from), to: lastYear(shown.to) }],
  ];
}
