import type { ForecastHour } from "../ports.ts";

const HOURS_MAX = 16 * 24;
/** No place on earth is colder or hotter. */
const MAGNITUDE_MAX_C = 100;

/**
 * The hours of an answer in unix time. An hour that the weather model left open (null) is left out.
 * @throws Error where the answer is not of Open-Meteo's form, or not in °C
 */
export function readForecast(body: unknown): ForecastHour[] {
  const { hourly, hourly_units: units } = recordOf(body);
  const { time, temperature_2m: temperatures } = recordOf(hourly);
  if (recordOf(units).temperature_2m !== "°C") throw new Error("the forecast is not in °C");
  if (!isList(time) || !isList(temperatures)) throw new Error("the forecast has no list of hours");
  if (time.length !== temperatures.length) throw new Error("the forecast's lists differ in length");
  const hours = time.map((seconds, index) => ({ at: momentOf(seconds), temperatureC: temperatures[index] }));
  const isAscending = hours.every(({ at }, index) => index === 0 || at > (hours[index - 1]?.at ?? at));
  if (!isAscending) throw new Error("the forecast's hours are out of order");
  const known = hours.filter(isKnown);
  if (known.length === 0) throw new Error("the forecast is empty");
  return known;
}

type OpenHour = { at: Date; temperatureC: unknown };

/** @throws Error for what is neither a temperature nor open */
function isKnown(hour: OpenHour): hour is ForecastHour {
  const { temperatureC } = hour;
  if (temperatureC === null) return false;
  if (typeof temperatureC === "number" && Math.abs(temperatureC) <= MAGNITUDE_MAX_C) return true;
  throw new Error("the forecast has something that is no temperature");
}

function momentOf(seconds: unknown): Date {
  if (typeof seconds === "number" && Number.isInteger(seconds) && seconds > 0)
    return new Date(seconds * 1_000);
  throw new Error("the forecast has a time that is none");
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= HOURS_MAX;

function recordOf(value: unknown): { [field: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error("the forecast is not of the expected form");
}
