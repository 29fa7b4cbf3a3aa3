import { convert } from "../units.ts";

/**
 * Magnus constants over water, °C, good to 0.35 °C from −45 to 60 °C. Source: Sonntag 1990; WMO-No. 8, annex
 * 4.B.
 */
const MAGNUS_FACTOR = 17.62;
const MAGNUS_CELSIUS = 243.12;

const LOWEST_CELSIUS = -45;
const HIGHEST_CELSIUS = 60;

/**
 * The temperature at which this air would be wet through, in the unit of `temperature`, unrounded. Null where
 * the formula says nothing: humidity (percent) not above 0 or over 100, temperatures out of its range, other
 * units.
 */
export function dewPoint(temperature: number, unit: string, humidityPct: number): number | null {
  const celsius = convert(temperature, unit, "°C");
  if (celsius === null || celsius < LOWEST_CELSIUS || celsius > HIGHEST_CELSIUS) return null;
  if (!(humidityPct > 0 && humidityPct <= 100)) return null;
  const gamma = Math.log(humidityPct / 100) + (MAGNUS_FACTOR * celsius) / (MAGNUS_CELSIUS + celsius);
  return convert((MAGNUS_CELSIUS * gamma) / (MAGNUS_FACTOR - gamma), "°C", unit);
}
