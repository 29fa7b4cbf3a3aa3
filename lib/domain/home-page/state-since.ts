import { DAY_MS, MINUTE_MS } from "../time.ts";
import type { PageSensor } from "./page-home.ts";
import type { Point } from "./trend.ts";

/**
 * When a state began to be as it is, as far back as is known; `isAtLeast` where it may have been so for
 * longer.
 */
export type StateSince = { at: Date; isAtLeast: boolean };

const QUARTER_MS = 15 * MINUTE_MS;

/** How far back days are looked at. */
export const STATE_DAYS_MAX = 30;

/**
 * Looks at the last day's quarter hours (oldest first; 1 where the state was on at any time) and, where it is
 * off, at the last day before on which it was on.
 */
export function stateSince(sensor: PageSensor, lastDay: readonly Point[], now: Date): StateSince | null {
  if (!sensor.isState || sensor.value === null) return null;
  const isOn = sensor.value !== 0;
  const changed = lastDay.findLastIndex(({ value }) => (value !== 0) !== isOn);
  const after = lastDay[changed + 1];
  if (changed !== -1) return { at: new Date(after?.at ?? now.getTime()), isAtLeast: false };
  const [first] = lastDay;
  if (isOn) return first === undefined ? null : { at: new Date(first.at), isAtLeast: true };
  if (sensor.lastOnDay !== null)
    return { at: new Date(sensor.lastOnDay.getTime() + DAY_MS), isAtLeast: false };
  const oldest = now.getTime() - STATE_DAYS_MAX * DAY_MS;
  const created = sensor.createdAt.getTime();
  // A slot begins before the first reading in it: only an earlier one says that there were readings before.
  const known = first !== undefined && first.at + QUARTER_MS <= created ? first.at : created;
  return { at: new Date(Math.max(known, oldest)), isAtLeast: true };
}
