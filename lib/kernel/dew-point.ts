/**
 * Magnus constants over water, °C, good to 0.35 °C from −45 to 60 °C. Source: Sonntag 1990; WMO-No. 8, annex
 * 4.B.
 */
const MAGNUS_FACTOR = 17.62;
const MAGNUS_CELSIUS = 243.12;

/** The dew point in °C at a temperature in °C and a relative humidity in percent. */
export function dewPointCelsius(celsius: number, humidityPct: number): number {
  const gamma = Math.log(humidityPct / 100) + (MAGNUS_FACTOR * celsius) / (MAGNUS_CELSIUS + celsius);
  return (MAGNUS_CELSIUS * gamma) / (MAGNUS_FACTOR - gamma);
}
