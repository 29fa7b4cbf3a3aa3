import { LIMITS } from "../../schema/limits.ts";
import type { TemperatureUnit } from "../../schema/vocabulary.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";

/** Four decimals are finer than any sensor and hide what a conversion adds in the fifteenth. */
const SHOWN_DECIMALS = 4;

/** For what was worked out rather than sent. */
export const shownNumber = (value: number): number => Number(value.toFixed(SHOWN_DECIMALS));

/** A value as the reader asked for it: temperatures in `wanted`, all else (and null) untouched. */
export function shownValue(
  value: number,
  unit: string | null,
  wanted: TemperatureUnit | null,
): { value: number; unit: string | null } {
  if (wanted === null || unit === null || unit === wanted) return { value, unit };
  const converted = convert(value, unit, wanted);
  if (converted === null) return { value, unit };
  return { value: shownNumber(converted), unit: wanted };
}

/** The one rule for when a latest reading no longer tells how it is now. */
export const isStale = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() > LIMITS.staleHours * HOUR_MS;
