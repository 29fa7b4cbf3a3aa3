import type { HourLow } from "../../devices/placement/guesses.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";

const HOURS_OF_DAY = 24;
/** A room that is hardly ever colder than this is heated. In °C, and the share of its hours. */
const HEATED_CELSIUS = 12;
const HEATED_SHARE = 0.75;

/**
 * The coldest that a room was at each hour of the day (UTC) within the week before, in °C, and on how many
 * days.
 */
export type WeekFloor = {
  celsius: (number | null)[];
  days: number;
};

/**
 * What is usual for the room, hour by hour: a night setback lies in it. Hours in which the heating was known
 * or suspected to be off teach nothing: after a failure the floor would lie at the bottom of it.
 */
export function weekFloorOf(
  lows: readonly HourLow[],
  coldSpans: readonly { from: Moment; to: Moment }[],
): WeekFloor {
  const usual = lows.filter(({ at }) => !coldSpans.some(({ from, to }) => at + HOUR_MS > from && at < to));
  const celsius = Array.from({ length: HOURS_OF_DAY }, (_, hour) =>
    usualLow(usual.filter(({ at }) => hourOfDay(at) === hour).map((low) => low.celsius)),
  );
  const dates = new Set(usual.map(({ at }) => Math.floor(at / DAY_MS))).size;
  const times = usual.map(({ at }) => at);
  const whole = Math.floor((Math.max(...times) - Math.min(...times) + HOUR_MS) / DAY_MS);
  // An hour of yesterday evening and one of this morning are two dates, and no two days.
  return { celsius, days: Math.min(dates, Math.max(1, whole)) };
}

/**
 * The floor to go on with: of a week that the heating was off for most of, less is known than was before, and
 * the room is the same one.
 */
export const floorToKeep = (
  known: WeekFloor | null,
  week: WeekFloor,
  coldSpans: readonly object[],
): WeekFloor => (known !== null && coldSpans.length > 0 && known.days > week.days ? known : week);

/** The lowest of some days, but for one day alone that was far below all others: a window stood open. */
function usualLow(lows: readonly number[]): number | null {
  const [lowest, next] = lows.toSorted((a, b) => a - b);
  if (lowest === undefined) return null;
  return next !== undefined && lows.length >= OUTLIER.daysMin && next - lowest > OUTLIER.kelvin
    ? next
    : lowest;
}

const OUTLIER = { daysMin: 4, kelvin: 1.5 } as const;

const hourOfDay = (at: Moment): number => Math.floor((at % DAY_MS) / HOUR_MS);

/** The room's floor at a moment, in °C; null where too little is known of that hour. */
export const floorAt = (floor: WeekFloor | null | undefined, at: Moment): number | null =>
  floor?.celsius[hourOfDay(at)] ?? null;

/** True if the room is heated, judged by its coldest temperature. */
export function isHeated(floor: WeekFloor | null | undefined): boolean {
  const known = floor?.celsius.filter((celsius) => celsius !== null) ?? [];
  const warm = known.filter((celsius) => celsius >= HEATED_CELSIUS);
  return known.length > 0 && warm.length >= HEATED_SHARE * known.length;
}
