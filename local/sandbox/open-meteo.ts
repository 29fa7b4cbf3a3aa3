import type { Hono } from "hono";
import { DAY_MS, HOUR_MS } from "../../lib/kernel/time.ts";
import type { Recorder, Refusal, SandboxEnv } from "./recorder.ts";
import TOWNS from "./towns.json" with { type: "json" };

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

/** °C for each hour from `setAt` on, the last value forever; null for the sandbox's own winter. */
export type Weather = { celsius: readonly number[] | null; setAt: number };

/** Open-Meteo's `/v1/forecast` and `/v1/search` as we use them: hourly temperatures in unix time, towns by name. */
export function openMeteo(app: Hono<SandboxEnv>, recorder: Recorder, weather: Weather): void {
  app.use("/open-meteo/*", recorder.suffers("open_meteo", OPEN_METEO_FAULTS));
  app.get("/open-meteo/v1/search", (c) => c.json(search(c.req.query("name") ?? "")));
  app.get("/open-meteo/v1/forecast", (c) => c.json(forecast(new URL(c.req.url).searchParams, weather)));
}

/** Finds towns offline. Like Open-Meteo, it omits `results` if there are none. */
function search(typed: string): object {
  const results = TOWNS.filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()));
  return results.length === 0 ? {} : { results };
}

/** Returns whole days, from some days before today's midnight. */
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

/** °C at the equator, and the loss for each degree of latitude: a demo home is calm until somebody cools it. */
const EQUATOR_C = 24;
const PER_LATITUDE_C = 0.36;
const DAY_SWING_C = 3.5;
/** Coldest before sunrise, in solar time. */
const COLDEST_HOUR = 6;
const DEGREES_PER_HOUR = 15;

/** Returns a mild winter's temperature at a place and time. */
function winterTemperature(latitude: number, longitude: number, at: Date): number {
  const solarHour = (at.getTime() % DAY_MS) / HOUR_MS + longitude / DEGREES_PER_HOUR;
  const swing = -Math.cos(((solarHour - COLDEST_HOUR) / 24) * 2 * Math.PI) * DAY_SWING_C;
  return Math.round((EQUATOR_C - PER_LATITUDE_C * Math.abs(latitude) + swing) * 10) / 10;
}
