import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import { type Assessed, advance } from "../advance.ts";
import { type EpisodeState, notifiedOfThis } from "../episode.ts";
import { amountOf, moved, valueIn } from "../follow.ts";
import type { Point } from "../physics/history.ts";
import { type Evidence, type Limit, plain, type Quantity } from "../reason.ts";
import { nextReminder } from "../reminders.ts";
import type { Circumstances } from "../sensor-input.ts";
import type { ForecastSettings } from "../settings.ts";
import type { Course, Verdict } from "../verdict.ts";

const CELSIUS = "°C";
export type ForecastInput = Circumstances & {
  /** Null where there is no forecast: then nothing opens and nothing closes. */
  forecast: { fetchedAt: Moment; hours: readonly Point[] } | null;
  /** The sensor of an unheated space that the hours are of; null for the outdoors. */
  sensorId: string | null;
  /** It is evening at the home. Only then is the forecast for the coming night notified. */
  isEvening: boolean;
};

/**
 * A hard frost, or a frosty unheated space, within the next day. Subject: `outdoor`, or the space's sensor.
 */
export function judgeForecast(
  state: EpisodeState,
  input: ForecastInput,
  settings: ForecastSettings,
  now: Moment,
): Assessed {
  const course: Partial<Course> = {
    remind: nextReminder(state, settings.remindMs),
    reopenQuietMs: Math.min(
      settings.reopenQuietMs,
      input.sensorId === null ? Number.POSITIVE_INFINITY : SPACE_QUIET_MS,
    ),
    // News of another cold spell alone.
    worseBy: state.open && notifiedOfThis(state) !== null ? null : COLDER_BY_CELSIUS,
    // That a frost did not come is no news.
    tellsEnd: false,
  };
  return advance(
    state,
    verdictOn(input, settings, now),
    course,
    { kind: "forecast", ...input, settings },
    now,
  );
}

function verdictOn(input: ForecastInput, settings: ForecastSettings, now: Moment): Verdict {
  const limit = input.sensorId === null ? settings.outdoorLow : settings.indoorLow;
  if (!input.enabled || !settings.enabled || limit === null) return { is: "over", reason: "disabled" };
  if (input.forecast === null || now - input.forecast.fetchedAt > settings.forecastAgeMs)
    return { is: "unknown", why: plain("no_forecast") };
  const low = lowest(input.forecast.hours, now, now + settings.windowMs);
  if (low === null) return { is: "unknown", why: plain("forecast_too_short") };
  const isBad = low.celsius <= celsius(limit);
  const isNews =
    isBad && input.isEvening && !hasJustBeen(input.forecast.hours, low, settings, celsius(limit), now);
  const isStillBad = low.celsius < celsius(moved(limit, settings.hysteresis, 1));
  const evidence = evidenceOf(input, low);
  return {
    is: "measured",
    severity: isNews ? "warning" : null,
    holds: isBad || isStillBad ? "warning" : null,
    badness: -low.celsius,
    rung: 0,
    evidence,
    limit: limitOf(limit, input),
    why: {
      code: "forecast_low",
      values: { value: amountOf(evidence), how: isBad ? "at_or_below" : "above", limit },
    },
    provenUntil: now,
  };
}

/** What cools a space may be another thing than last month; the weather is the weather. */
const SPACE_QUIET_MS = 30 * DAY_MS;

/** So much colder than the last night, and than the frost that was last notified, is news again. */
const COLDER_BY_CELSIUS = 5;

/** A night like the last one isn't news: a cold spell is notified as it begins, and where it gets much colder. */
function hasJustBeen(
  hours: readonly Point[],
  low: Point,
  { windowMs }: ForecastSettings,
  limit: number,
  now: Moment,
): boolean {
  const before = lowest(hours, now - windowMs, now - HOUR_MS);
  return before !== null && before.celsius <= limit && low.celsius > before.celsius - COLDER_BY_CELSIUS;
}

const celsius = (limit: Quantity): number => valueIn(limit, CELSIUS) ?? Number.NEGATIVE_INFINITY;

/**
 * The lowest of the hours from the running one to `until`, the earliest of several; null where there is none.
 */
export function lowest(hours: readonly Point[], now: Moment, until: Moment): Point | null {
  let low: Point | null = null;
  for (const hour of hours) {
    if (hour.at <= now - HOUR_MS || hour.at > until) continue;
    if (low === null || hour.celsius < low.celsius) low = hour;
  }
  return low;
}

const evidenceOf = (input: ForecastInput, low: Point): Evidence => ({
  sensorId: input.sensorId,
  deviceId: null,
  value: low.celsius,
  unit: CELSIUS,
  at: low.at,
  more: { fetched_at: input.forecast?.fetchedAt ?? null },
});

const limitOf = (limit: Quantity, { sensorId }: ForecastInput): Limit => ({
  ...limit,
  name: sensorId === null ? "outdoor_low" : "indoor_low",
  is: "at_or_below",
  forMs: 0,
});
