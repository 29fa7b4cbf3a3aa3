import { dateFormat } from "./text.ts";

/** Milliseconds since the epoch: what JSON keeps and what the rules compute with. */
export type Moment = number;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/**
 * A date of the home's own calendar; `month` is 1–12. Parts may run over, as in `Date.UTC`: day 0 is the last
 * of the month before.
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

/** The zone's wall clock at a moment, written as if it were UTC. Source: the runtime's IANA zones. */
export function wallClockMs(zone: string, atMs: number): number {
  const parts = dateFormat("en-US", { ...WALL_CLOCK, timeZone: zone }).formatToParts(atMs);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** What the zone's clocks are ahead of UTC at a whole second. */
const offsetMs = (zone: string, atMs: number): number => wallClockMs(zone, atMs) - atMs;

export function localDate(zone: string, atMs: number): LocalDate {
  const wall = new Date(wallClockMs(zone, atMs));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
}

/**
 * The first moment of a day in the zone, epoch milliseconds. Where clocks jump over midnight that is the
 * moment of the jump; where midnight comes twice, the first one.
 * @throws RangeError for a zone that the runtime does not know.
 */
export const localMidnight = (zone: string, { year, month, day }: LocalDate): number =>
  localMoment(zone, Date.UTC(year, month - 1, day));

/** The same for any time of the zone's wall clock, written as if it were UTC. */
export function localMoment(zone: string, wallMs: number): number {
  const before = offsetMs(zone, wallMs - DAY_MS);
  const candidates = [before, offsetMs(zone, wallMs + DAY_MS)].map((offset) => wallMs - offset);
  const real = candidates.filter((atMs) => wallClockMs(zone, atMs) === wallMs);
  return real.length > 0 ? Math.min(...real) : wallMs - before;
}
