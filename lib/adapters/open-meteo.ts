import { HOUR_MS } from "../domain/time.ts";
import type { Clock, Forecast, ForecastHour, Report } from "../ports.ts";
import { readForecast } from "./open-meteo-answer.ts";

/** What has been says how a space follows the weather; what comes, how cold it gets. */
const PAST_DAYS = 2;
const FORECAST_DAYS = 3;
const TIMEOUT_MS = 5_000;
/** A service that is down is not asked again for every home of a tick. */
const FAILURE_KEPT_MS = 60_000;
const PLACES_MAX = 500;
const OPEN_METEO = "https://api.open-meteo.com";

export type OpenMeteoOptions = {
  clock: Clock;
  report: Report;
  /** Open-Meteo's own when absent; `/v1/forecast` is added. */
  baseUrl?: string | undefined;
  timeoutMs?: number;
};

type Kept = { until: number; hours: ForecastHour[] | null };

/**
 * Outdoor temperatures from Open-Meteo, asked for once an hour and place in this instance. A place is rounded
 * to 0.1°: weather is no finer than that, and where exactly a home is stays here.
 */
export function openMeteo(options: OpenMeteoOptions): Forecast {
  const kept = new Map<string, Kept>();
  return async ({ latitude, longitude }) => {
    const url = forecastUrl(options.baseUrl ?? OPEN_METEO, latitude.toFixed(1), longitude.toFixed(1));
    const now = options.clock().getTime();
    const found = kept.get(url);
    if (found !== undefined && now < found.until) return found.hours;
    const hours = await ask(options, url);
    const until = hours === null ? now + FAILURE_KEPT_MS : nextHour(now);
    kept.delete(url);
    kept.set(url, { until, hours });
    const [oldest] = kept.keys();
    if (kept.size > PLACES_MAX && oldest !== undefined) kept.delete(oldest);
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

async function ask({ report, timeoutMs = TIMEOUT_MS }: OpenMeteoOptions, url: string) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Error(`HTTP ${answer.status}`);
    }
    return readForecast(await answer.json());
  } catch (error) {
    // The report leaves out the address: it says where somebody lives.
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
    report({ level: "warn", event: "forecast_failed", reason });
    return null;
  }
}
