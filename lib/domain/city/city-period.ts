import type { CityDay } from "./shown-city.ts";

/** The worst of a city's days in a time: so many homes, as rough as the shares, went without at once. */
export type CityPeriod = {
  city: string;
  homes: number;
  withoutPower: number;
  withoutHeating: number;
  lowestCelsius: number | null;
};

/**
 * Null for a time without a day on which homes enough took part. `days` are UTC days; those that begin in it
 * count.
 */
export function cityPeriod(
  days: readonly CityDay[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): CityPeriod | null {
  const within = days.filter(({ day }) => Date.parse(day) >= fromMs && Date.parse(day) < toMs);
  const [first] = within;
  if (first === undefined) return null;
  const lows = within.flatMap(({ lowestCelsius }) => lowestCelsius ?? []);
  return {
    city: first.city,
    homes: Math.max(...within.map(({ homes }) => homes)),
    withoutPower: Math.max(...within.map(({ powerShare, homes }) => Math.round(powerShare * homes))),
    withoutHeating: Math.max(...within.map(({ heatingShare, homes }) => Math.round(heatingShare * homes))),
    lowestCelsius: lows.length === 0 ? null : Math.min(...lows),
  };
}
