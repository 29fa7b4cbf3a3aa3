import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";
import { convert, quantityOf } from "../kernel/units.ts";

const ABOUT_AN_HOUR_MS = 10 * MINUTE_MS;

/** How far a value moved within the last `ms` milliseconds; `isAnHour` if people would call that an hour. */
export type Change = { moved: number; ms: number; isAnHour: boolean };

type Measured = { value: number; unit: string | null };

/**
 * Returns the change of the last hour, in whole degrees of the reader's scale or points of humidity; null for other
 * quantities or without an earlier value. Messages and pages share it, so they always agree.
 */
export function changeOf(
  now: Measured & { at: number },
  before: { value: number; at: number } | null,
  temperatureUnit: string,
): Change | null {
  const { unit } = now;
  if (before === null || unit === null) return null;
  const isTemperature = quantityOf(unit) === "temperature";
  if (!isTemperature && unit !== "%") return null;
  const inUnit = (value: number) =>
    isTemperature ? (convert(value, unit, temperatureUnit) ?? value) : value;
  const ms = now.at - before.at;
  return {
    moved: Math.round(inUnit(now.value) - inUnit(before.value)),
    ms,
    isAnHour: Math.abs(ms - HOUR_MS) < ABOUT_AN_HOUR_MS,
  };
}
