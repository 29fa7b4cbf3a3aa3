import { HOUR_MS, type Moment } from "../time.ts";

const HOURS_A_DAY = 24;
const DEGREES_AN_HOUR = 15;
/** By the sun: near enough to the clock on the wall, and known wherever a home is. */
const EVENING = { from: 17, to: 21 } as const;

/** Whether it is evening at a longitude. */
export function isEveningAt(longitude: number, now: Moment): boolean {
  const hour = (now / HOUR_MS + longitude / DEGREES_AN_HOUR + HOURS_A_DAY) % HOURS_A_DAY;
  return hour >= EVENING.from && hour < EVENING.to;
}
