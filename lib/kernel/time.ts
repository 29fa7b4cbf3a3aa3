import { dateFormat } from "./text.ts";

/** Epoch milliseconds: the form of moments in stored JSON and in the rules. */
export type Moment = number;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/**
 * A date in the home's time zone; `month` is 1–12. Parts may be out of range, as in `Date.UTC`: day 0 is the last day
 * of the previous month.
 */
type LocalDate = { year: number; month: number; day: number };

const WALL_CLOCK = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/** Returns the zone's wall clock at a moment, as if it were UTC, in milliseconds. Uses the runtime's IANA zones. */
export function wallClockMs(zone: string, atMs: number): number {
  const parts = dateFormat("en-US", { ...WALL_CLOCK, timeZone: zone }).formatToParts(atMs);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** How far the zone is ahead of UTC, in milliseconds. `atMs` must be a whole second. */
const offsetMs = (zone: string, atMs: number): number => wallClockMs(zone, atMs) - atMs;

export function localDate(zone: string, atMs: number): LocalDate {
  const wall = new Date(wallClockMs(zone, atMs));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
}

/**
 * Returns the first moment of a day in the zone, in epoch milliseconds: the jump if clocks skip midnight, the earlier
 * midnight if there are two.
 * @throws RangeError if the runtime doesn't know the zone
 */
export const localMidnight = (zone: string, { year, month, day }: LocalDate): number =>
  localMoment(zone, Date.UTC(year, month - 1, day));

/** Converts a wall clock time in the zone, given as if it were UTC, to epoch milliseconds, like `localMidnight`. */
export function localMoment(zone: string, wallMs: number): number {
  const before = offsetMs(zone, wallMs - DAY_MS);
  const candidates = [before, offsetMs(zone, wallMs + DAY_MS)].map((offset) => wallMs - offset);
  const real = candidates.filter((atMs) => wallClockMs(zone, atMs) === wallMs);
  return real.length > 0 ? Math.min(...real) : wallMs - before;
}

/** Returns services on the database's clock if this instance's clock is wrong: so many seconds ahead of it. */
export const byDatabaseClock = <S extends { clock(): Date }>(services: S, aheadSeconds: number): S =>
  aheadSeconds === 0
    ? services
    : { ...services, clock: () => new Date(services.clock().getTime() - aheadSeconds * SECOND_MS) };
