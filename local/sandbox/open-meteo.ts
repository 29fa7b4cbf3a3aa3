import type { Hono } from "hono";
import { DAY_MS, HOUR_MS } from "../../lib/kernel/time.ts";
import type { Recorder, Refusal, SandboxEnv } from "./recorder.ts";

/** What the town search finds on a machine without network: name, region, country, latitude, longitude, time zone. */
const TOWNS: readonly (readonly [string, string, string, number, number, string])[] = [
  ["Duluth", "Minnesota", "United States", 46.78, -92.11, "America/Chicago"],
  ["Minneapolis", "Minnesota", "United States", 44.98, -93.26, "America/Chicago"],
  ["New York", "New York", "United States", 40.71, -74.01, "America/New_York"],
  ["Boston", "Massachusetts", "United States", 42.36, -71.06, "America/New_York"],
  ["Chicago", "Illinois", "United States", 41.85, -87.65, "America/Chicago"],
  ["Denver", "Colorado", "United States", 39.74, -104.98, "America/Denver"],
  ["Seattle", "Washington", "United States", 47.61, -122.33, "America/Los_Angeles"],
  ["Toronto", "Ontario", "Canada", 43.71, -79.4, "America/Toronto"],
  ["Mexico City", "Mexico City", "Mexico", 19.43, -99.13, "America/Mexico_City"],
  ["London", "England", "United Kingdom", 51.51, -0.13, "Europe/London"],
  ["Manchester", "England", "United Kingdom", 53.48, -2.24, "Europe/London"],
  ["Madrid", "Madrid", "Spain", 40.42, -3.7, "Europe/Madrid"],
  ["Berlin", "Berlin", "Germany", 52.52, 13.41, "Europe/Berlin"],
  ["Paris", "Île-de-France", "France", 48.85, 2.35, "Europe/Paris"],
  ["Sydney", "New South Wales", "Australia", -33.87, 151.21, "Australia/Sydney"],
];

const refusal = (status: Refusal["status"], reason: string): Refusal => ({
  status,
  body: { error: true, reason },
});

export const OPEN_METEO_FAULTS: Readonly<Record<string, Refusal>> = {
  "400": refusal(400, "Injected: a parameter is not valid."),
  "429": refusal(429, "Minutely API request limit exceeded. Please try again in one minute."),
  "500": refusal(500, "Internal server error"),
  "503": refusal(503, "The service is overloaded."),
  html: { status: 200, body: "<!doctype html><title>502 Bad Gateway</title>" },
};

/** °C hour by hour from the hour of `setAt` on, the last for ever; null for a winter of the sandbox's own. */
export type Weather = { celsius: readonly number[] | null; setAt: number };

/** `/v1/forecast` and `/v1/search` of Open-Meteo, as we ask for them: hourly temperatures in unix time, towns by name. */
export function openMeteo(app: Hono<SandboxEnv>, recorder: Recorder, weather: Weather): void {
  app.use("/open-meteo/*", recorder.suffers("open_meteo", OPEN_METEO_FAULTS));
  app.get("/open-meteo/v1/search", (c) => c.json(search(c.req.query("name") ?? "")));
  app.get("/open-meteo/v1/forecast", (c) => c.json(forecast(new URL(c.req.url).searchParams, weather)));
}

/** As Open-Meteo has it, without `results` where nothing is found. */
function search(typed: string): object {
  const results = TOWNS.filter(([name]) => name.toLowerCase().startsWith(typed.toLowerCase())).map(
    ([name, admin1, country, latitude, longitude, timezone]) => ({
      ...{ name, admin1, country, latitude, longitude, timezone },
    }),
  );
  return results.length === 0 ? {} : { results };
}

/** Whole days, from some before today's midnight on. */
function forecast(asked: URLSearchParams, { celsius, setAt }: Weather) {
  const numberOf = (name: string) => Number(asked.get(name));
  const [latitude, longitude, past] = [numberOf("latitude"), numberOf("longitude"), numberOf("past_days")];
  const from = Math.floor(Date.now() / DAY_MS) * DAY_MS - past * DAY_MS;
  const hours = Array.from(
    { length: (past + numberOf("forecast_days")) * 24 },
    (_, hour) => from + hour * HOUR_MS,
  );
  const setHour = Math.floor(setAt / HOUR_MS);
  const celsiusAt = (at: number) =>
    celsius?.[Math.max(0, at / HOUR_MS - setHour)] ??
    celsius?.at(-1) ??
    winterTemperature(latitude, longitude, new Date(at));
  return {
    latitude,
    longitude,
    hourly_units: { time: "unixtime", temperature_2m: "°C" },
    hourly: { time: hours.map((at) => at / 1_000), temperature_2m: hours.map(celsiusAt) },
  };
}

/** °C at the equator, and what each degree of latitude takes away: a demo home is quiet until somebody makes it cold. */
const EQUATOR_C = 24;
const PER_LATITUDE_C = 0.36;
const DAY_SWING_C = 3.5;
/** Coldest before sunrise, by the sun and not by the clock. */
const COLDEST_HOUR = 6;
const DEGREES_PER_HOUR = 15;

/** A mild winter's temperature at a place and time. */
function winterTemperature(latitude: number, longitude: number, at: Date): number {
  const solarHour = (at.getTime() % DAY_MS) / HOUR_MS + longitude / DEGREES_PER_HOUR;
  const swing = -Math.cos(((solarHour - COLDEST_HOUR) / 24) * 2 * Math.PI) * DAY_SWING_C;
  return Math.round((EQUATOR_C - PER_LATITUDE_C * Math.abs(latitude) + swing) * 10) / 10;
}
