import { median } from "../kernel/median.ts";
import { DEVICE_LIMITS } from "./limits.ts";

/** Less than a week shows nothing but the weather. */
const SPAN_DAYS_MIN = 7;
const POINTS_MIN = 5;
/** A rise like this between two days is a charge or a new battery, not a warm day. */
const CHARGED_PCT = 5;
/** Slower than three percent in a hundred days can't be distinguished from flat. */
const FLAT_PCT_PER_DAY = 0.03;
/** Nobody plans further ahead than three years. */
const DAYS_LEFT_MAX = 1_095;

/** One day's battery: days since any fixed day, percent from 0 to 100. */
export type BatteryDay = { day: number; pct: number };

/**
 * Whole days until the battery is empty, from a line through its last weeks; null while it is charging or
 * flat, too little is known since it was charged, or the end is more than three years off. Values in any
 * order. The line is Theil-Sen's (Theil 1950, Sen 1968): the median of all slopes, which a few odd days don't
 * move.
 */
export function batteryDaysLeft(values: readonly BatteryDay[], today: number): number | null {
  const days = sinceCharged(recent(values, today));
  if (days.length < POINTS_MIN || spanOf(days) < SPAN_DAYS_MIN) return null;
  const slope = median(slopes(days));
  if (slope > -FLAT_PCT_PER_DAY) return null;
  const pctToday = median(days.map(({ day, pct }) => pct + slope * (today - day)));
  const left = Math.floor(pctToday / -slope);
  return left > DAYS_LEFT_MAX ? null : Math.max(left, 0);
}

const recent = (values: readonly BatteryDay[], today: number): BatteryDay[] =>
  values
    .filter(({ day }) => day <= today && day > today - DEVICE_LIMITS.batteryFitDays)
    .toSorted((a, b) => a.day - b.day);

/** The days after the last charge; a charge that is under way leaves too few of them. */
function sinceCharged(days: readonly BatteryDay[]): BatteryDay[] {
  const charged = days.findLastIndex(({ pct }, index) => pct - (days[index - 1]?.pct ?? pct) >= CHARGED_PCT);
  return days.slice(Math.max(charged, 0));
}

function spanOf(days: readonly BatteryDay[]): number {
  const numbers = days.map(({ day }) => day);
  return Math.max(...numbers) - Math.min(...numbers);
}

const slopes = (days: readonly BatteryDay[]): number[] =>
  days.flatMap((a, index) =>
    days
      .slice(index + 1)
      .filter((b) => b.day !== a.day)
      .map((b) => (b.pct - a.pct) / (b.day - a.day)),
  );
