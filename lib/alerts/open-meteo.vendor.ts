import QuickLRU from "quick-lru";
import * as z from "zod/mini";
import { readText } from "../guarded-fetch/read-answer.vendor.ts";
import type { Clock, Forecast, ForecastHour, Report } from "../kernel/ports.ts";
import { HOUR_MS, SECOND_MS } from "../kernel/time.ts";

/** Past days show how a space follows the weather; the forecast shows how cold it will get. */
const PAST_DAYS = 2;
const FORECAST_DAYS = 3;
const TIMEOUT_MS = 5_000;
/** After a failure, a place isn't requested again for this long; if the service is down or too busy, no place is. */
const FAILURE_KEPT_MS = 60_000;
/** Each place takes about 12 KB in memory; a tick goes through all places of this instance. */
const PLACES_MAX = 2_000;
const OPEN_METEO = "https://api.open-meteo.com";

const HOURS_MAX = 16 * 24;
/** No place on earth is colder or hotter. */
const MAGNITUDE_MAX_C = 100;

const Answer = z.object({
  hourly_units: z.object({ temperature_2m: z.literal("°C") }),
  hourly: z.object({
    time: z.array(z.int().check(z.positive())).check(z.maxLength(HOURS_MAX)),
    temperature_2m: z
      .array(z.nullable(z.number().check(z.minimum(-MAGNITUDE_MAX_C), z.maximum(MAGNITUDE_MAX_C))))
      .check(z.maxLength(HOURS_MAX)),
  }),
});

/**
 * Returns the hours of an answer. An hour that the weather model left open (null) is left out.
 * @throws Error if the answer isn't in Open-Meteo's form or in °C, or its hours are empty or out of order
 */
export function readForecast(body: unknown): ForecastHour[] {
  const read = Answer.safeParse(body);
  if (!read.success) throw new Error(`the forecast is not as expected: ${z.prettifyError(read.error)}`);
  const { time, temperature_2m: temperatures } = read.data.hourly;
  const isAscending = time.every((seconds, index) => index === 0 || seconds > (time[index - 1] ?? seconds));
  if (time.length !== temperatures.length || !isAscending)
    throw new Error("the forecast's hours are out of order");
  const known = time.flatMap((seconds, index): ForecastHour[] => {
    const temperatureC = temperatures[index] ?? null;
    return temperatureC === null ? [] : [{ at: new Date(seconds * SECOND_MS), temperatureC }];
  });
  if (known.length === 0) throw new Error("the forecast is empty");
  return known;
}

type OpenMeteoOptions = {
  clock: Clock;
  report: Report;
  /** Default: Open-Meteo's own. `/v1/forecast` is appended. */
  baseUrl?: string | undefined;
  timeoutMs?: number;
};

type Kept = { until: number; hours: ForecastHour[] | null };

/**
 * Fetches outdoor temperatures from Open-Meteo, once an hour for each place in this instance. Coordinates are rounded
 * to 0.1°: weather is no finer than that, and the home's exact location stays private.
 */
export function openMeteo(options: OpenMeteoOptions): Forecast {
  const kept = new QuickLRU<string, Kept>({ maxSize: PLACES_MAX });
  let downUntil = 0;
  return async ({ latitude, longitude }) => {
    const url = forecastUrl(options.baseUrl ?? OPEN_METEO, latitude.toFixed(1), longitude.toFixed(1));
    const now = options.clock().getTime();
    const found = kept.get(url);
    if (found !== undefined && now < found.until) return found.hours;
    if (now < downUntil) return null;
    const { hours, isDown } = await ask(options, url);
    if (isDown) downUntil = options.clock().getTime() + FAILURE_KEPT_MS;
    const until = hours === null ? now + FAILURE_KEPT_MS : nextHour(now);
    kept.set(url, { until, hours });
    return hours;
  };
}

const nextHour = (ms: number): number => (Math.floor(ms / HOUR_MS) + 1) * HOUR_MS;

function forecastUrl(baseUrl: string, latitude: string, longitude: string): string {
  const query = new URLSearchParams({
    latitude,
    longitude,
    hourly: "temperature_2m",
    past_days: String(PAST_DAYS),
    forecast_days: String(FORECAST_DAYS),
    timeformat: "unixtime",
    timezone: "GMT",
  });
  return `${baseUrl}/v1/forecast?${query}`;
}

/** `isDown`: there was no whole answer, or HTTP 429 or 5xx. Any other failure is about this place alone. */
async function ask({ report, timeoutMs = TIMEOUT_MS }: OpenMeteoOptions, url: string) {
  let isDown = true;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { signal });
    if (!answer.ok) {
      isDown = answer.status === 429 || answer.status >= 500;
      await answer.body?.cancel();
      throw new Error(`HTTP ${answer.status}`);
    }
    const text = await readText(answer, signal);
    isDown = false;
    return { hours: readForecast(JSON.parse(text)), isDown };
  } catch (error) {
    // The report leaves out the URL: it says where somebody lives.
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
    report({ level: "warn", event: "forecast_failed", reason });
    return { hours: null, isDown };
  }
}
