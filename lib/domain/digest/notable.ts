import { convert } from "../units.ts";
import type { BatteryFacts, DigestFacts, SeenValue, SensorFacts } from "./facts.ts";

export type Coldest = { space: string; unit: string; low: SeenValue };

/** The space that was coldest, by its temperature sensors; null where none was read. */
export function coldestSpace(sensors: readonly SensorFacts[]): Coldest | null {
  const lows = sensors.flatMap(({ kind, space, label, unit, low }) => {
    if (kind !== "temperature" || unit === null || low === null) return [];
    const celsius = convert(low.value, unit, "°C");
    return celsius === null ? [] : [{ celsius, coldest: { space: space || label, unit, low } }];
  });
  return lows.toSorted((a, b) => a.celsius - b.celsius)[0]?.coldest ?? null;
}

const DAYS_LEFT_SHORT = 30;
const PCT_LOW = 20;

/** A battery to think of now. */
export const isLowBattery = ({ pct, daysLeft }: BatteryFacts): boolean =>
  pct <= PCT_LOW || (daysLeft !== null && daysLeft <= DAYS_LEFT_SHORT);

/**
 * The battery to change first: fewest days left, and of those without a forecast the emptiest. One that is
 * low comes before all that are not, though nobody knows yet how fast it falls.
 */
export const lowestBattery = (batteries: readonly BatteryFacts[]): BatteryFacts | null =>
  batteries.toSorted(
    (a, b) =>
      Number(isLowBattery(b)) - Number(isLowBattery(a)) ||
      (a.daysLeft ?? Number.MAX_VALUE) - (b.daysLeft ?? Number.MAX_VALUE) ||
      a.pct - b.pct,
  )[0] ?? null;

export const hasReadings = ({ sensors }: DigestFacts): boolean => sensors.some(({ low }) => low !== null);
