import type { SandboxAnswer, StandIn } from "../../lib/channels/sandbox.vendor.ts";
import { DAY_MS, HOUR_MS } from "../../lib/kernel/time.ts";

const PATH = "/open-meteo/v1/forecast";
const DAYS_DEFAULT = 7;
const DAYS_MAX = 16;
const PAST_DAYS_MAX = 92;
const PARAMETERS = [
  "latitude",
  "longitude",
  "hourly",
  "forecast_days",
  "forecast_hours",
  "past_days",
  "temperature_unit",
  "timeformat",
  "timezone",
];
/** Each from the temperature in °C. */
const VARIABLES: Record<string, { unit: string; of: (celsius: number) => number }> = {
  temperature_2m: { unit: "°C", of: (celsius) => celsius },
  apparent_temperature: { unit: "°C", of: (celsius) => Math.round((celsius - 3.1) * 10) / 10 },
  relative_humidity_2m: { unit: "%", of: (celsius) => Math.round(Math.min(98, Math.max(40, 82 - celsius))) },
};

const refusal = (status: number, reason: string): SandboxAnswer => ({
  status,
  body: { error: true, reason },
});

const FAULTS = {
  "400": () => refusal(400, "Injected: a parameter is not valid."),
  "429": () => refusal(429, "Minutely API request limit exceeded. Please try again in one minute."),
  "500": () => refusal(500, "Internal server error"),
  "503": () => refusal(503, "The service is overloaded."),
  html: () => ({ status: 200, body: "<!doctype html><title>502 Bad Gateway</title>" }),
};

/** °C hour by hour from now on, the last for ever; null for a winter of the sandbox's own. */
export type ForecastSetting = number[] | null;
export type OpenMeteo = StandIn & { set(celsius: ForecastSetting): void };

/** `/v1/forecast` of Open-Meteo, hourly and in UTC. */
export function openMeteoStandIn(): OpenMeteo {
  let setting: ForecastSetting = null;
  let setAt = 0;
  const celsiusAt = (latitude: number, longitude: number) => (at: Date) => {
    const index = Math.max(0, Math.floor((at.getTime() - setAt) / HOUR_MS));
    return setting?.[index] ?? setting?.at(-1) ?? winterTemperature(latitude, longitude, at);
  };
  return {
    provider: "open_meteo",
    paths: ["/open-meteo/"],
    faults: FAULTS,
    suffers: ({ url }) => url.pathname === PATH,
    set: (celsius) => {
      setting = celsius;
      setAt = wholeHour(Date.now());
    },
    answer: async ({ method, url }, pause) => {
      if (url.pathname !== PATH || method !== "GET") return refusal(404, "Not Found");
      await pause();
      try {
        const [latitude, longitude] = [number(url, "latitude", 90), number(url, "longitude", 180)];
        return { status: 200, body: forecast(url, latitude, longitude, celsiusAt(latitude, longitude)) };
      } catch (error) {
        if (error instanceof BadParameter) return refusal(400, error.message);
        throw error;
      }
    },
  };
}

type Column = { name: string; unit: string; values: number[] };

function forecast(
  { searchParams }: URL,
  latitude: number,
  longitude: number,
  celsiusAt: (at: Date) => number,
) {
  const stranger = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (stranger !== undefined) throw new BadParameter(`Unknown parameter '${stranger}'.`);
  const isUnix = choice(searchParams, "timeformat", ["iso8601", "unixtime"]) === "unixtime";
  choice(searchParams, "timezone", ["GMT", "UTC"]);
  const times = hours(searchParams);
  const columns = columnsOf(searchParams, times.map(celsiusAt));
  const stamp = (at: Date) => (isUnix ? at.getTime() / 1_000 : at.toISOString().slice(0, 16));
  const series = Object.fromEntries(columns.map(({ name, values }) => [name, values]));
  const units = Object.fromEntries(columns.map(({ name, unit }) => [name, unit]));
  const hourly = {
    hourly_units: { time: isUnix ? "unixtime" : "iso8601", ...units },
    hourly: { time: times.map(stamp), ...series },
  };
  return { ...gridPoint(latitude, longitude), ...(columns.length === 0 ? {} : hourly) };
}

/** The model's, near the place. */
const gridPoint = (latitude: number, longitude: number) => ({
  latitude: Math.round(latitude * 16) / 16,
  longitude: Math.round(longitude * 16) / 16,
  generationtime_ms: 0.05,
  utc_offset_seconds: 0,
  timezone: "GMT",
  timezone_abbreviation: "GMT",
  elevation: 38,
});

function columnsOf(search: URLSearchParams, celsius: number[]): Column[] {
  const isFahrenheit = choice(search, "temperature_unit", ["celsius", "fahrenheit"]) === "fahrenheit";
  const names = search
    .getAll("hourly")
    .join(",")
    .split(",")
    .filter((name) => name !== "");
  return names.map((name) => {
    const variable = VARIABLES[name];
    if (variable === undefined) throw new BadParameter(`Cannot initialize hourly variable '${name}'.`);
    const inFahrenheit = isFahrenheit && variable.unit === "°C";
    const measured = celsius.map(variable.of);
    const values = inFahrenheit
      ? measured.map((value) => Math.round((value * 1.8 + 32) * 10) / 10)
      : measured;
    return { name, unit: inFahrenheit ? "°F" : variable.unit, values };
  });
}

/** Whole days from today's midnight, or `forecast_hours` from this hour on. */
function hours(search: URLSearchParams): Date[] {
  const now = Date.now();
  const past = whole(search, "past_days", 0, PAST_DAYS_MAX);
  const ahead = whole(search, "forecast_hours", 0, DAYS_MAX * 24);
  const start = ahead > 0 ? wholeHour(now) : Math.floor(now / DAY_MS) * DAY_MS - past * DAY_MS;
  const count = ahead > 0 ? ahead : (whole(search, "forecast_days", DAYS_DEFAULT, DAYS_MAX) + past) * 24;
  return Array.from({ length: count }, (_, index) => new Date(start + index * HOUR_MS));
}

const wholeHour = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** What Open-Meteo answers 400 for; the message is its reason. */
class BadParameter extends Error {}

function number({ searchParams }: URL, name: string, max: number): number {
  const text = searchParams.get(name);
  if (text === null || text === "") throw new BadParameter(`Parameter '${name}' is required.`);
  const value = Number(text);
  if (Math.abs(value) <= max) return value;
  throw new BadParameter(`${name} must be in range of -${max} to ${max}. Given: ${text}.`);
}

function whole(search: URLSearchParams, name: string, fallback: number, max: number): number {
  const value = Number(search.get(name) ?? fallback);
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new BadParameter(`${name} is invalid. Allowed range 0 to ${max}.`);
}

function choice(search: URLSearchParams, name: string, [usual = "", ...others]: string[]): string {
  const given = search.get(name) ?? usual;
  if (given === usual || others.includes(given)) return given;
  throw new BadParameter(`The sandbox knows no ${name} '${given}'.`);
}

/**
 * °C at the equator, what each degree of latitude takes away, and how far a day strays from that. A mild
 * winter: a demo home is quiet until somebody makes it cold.
 */
const EQUATOR_C = 24;
const PER_LATITUDE_C = 0.36;
const DAY_TO_DAY_C = 5;
const DAY_SWING_C = 3.5;
/** Coldest before sunrise, by the sun and not by the clock. */
const COLDEST_HOUR = 6;
const DEGREES_PER_HOUR = 15;

/** A winter's temperature at a place and time: the same at every request, changing smoothly from day to day. */
function winterTemperature(latitude: number, longitude: number, at: Date): number {
  const day = Math.floor(at.getTime() / DAY_MS);
  const share = (at.getTime() % DAY_MS) / DAY_MS;
  const stray =
    strayOf(latitude, longitude, day) * (1 - share) + strayOf(latitude, longitude, day + 1) * share;
  const solarHour = (at.getTime() % DAY_MS) / HOUR_MS + longitude / DEGREES_PER_HOUR;
  const swing = -Math.cos(((solarHour - COLDEST_HOUR) / 24) * 2 * Math.PI) * DAY_SWING_C;
  const mean = EQUATOR_C - PER_LATITUDE_C * Math.abs(latitude);
  return Math.round((mean + stray * DAY_TO_DAY_C + swing) * 10) / 10;
}

/** −1 to 1, by place (0.1°) and day. */
function strayOf(latitude: number, longitude: number, day: number): number {
  const text = `${latitude.toFixed(1)}/${longitude.toFixed(1)}/${day}`;
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2_147_483_647.5 - 1;
}
