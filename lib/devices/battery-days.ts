import { DAY_MS } from "../kernel/time.ts";

/** Less than a week shows nothing but the weather, and one percent nothing but how it was rounded. */
const DAYS_MIN = 7;
const FALLEN_PCT_MIN = 2;
/** A battery whose value rises by so much was charged or changed. */
export const CHARGED_PCT = 5;
/** Nobody plans further ahead than three years. */
const DAYS_LEFT_MAX = 1_095;

/** A battery's last value and what it was when it was charged or changed last; null where that is not known. */
export type Battery = {
  batteryPct: number | null;
  lastSeenAt: Date | null;
  chargedPct: number | null;
  chargedAt: Date | null;
};

/**
 * Whole days until the battery is empty, as fast as it has fallen since it was charged; null while it holds, too little is
 * known since then, or the end is more than three years off.
 */
export function batteryDaysLeft(
  { batteryPct, lastSeenAt, chargedPct, chargedAt }: Battery,
  now: Date,
): number | null {
  if (batteryPct === null || lastSeenAt === null || chargedPct === null || chargedAt === null) return null;
  const days = (lastSeenAt.getTime() - chargedAt.getTime()) / DAY_MS;
  const fallenPct = chargedPct - batteryPct;
  if (days < DAYS_MIN || fallenPct < FALLEN_PCT_MIN) return null;
  const silentDays = (now.getTime() - lastSeenAt.getTime()) / DAY_MS;
  const left = Math.floor((batteryPct * days) / fallenPct - silentDays);
  return left > DAYS_LEFT_MAX ? null : Math.max(left, 0);
}
