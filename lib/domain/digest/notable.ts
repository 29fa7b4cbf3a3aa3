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

/** The battery to change first: fewest days left, and of those without a forecast the emptiest. */
export const lowestBattery = (batteries: readonly BatteryFacts[]): BatteryFacts | null =>
  batteries.toSorted(
    (a, b) => (a.daysLeft ?? Number.MAX_VALUE) - (b.daysLeft ?? Number.MAX_VALUE) || a.pct - b.pct,
  )[0] ?? null;

export const hasReadings = ({ sensors }: DigestFacts): boolean => sensors.some(({ low }) => low !== null);
