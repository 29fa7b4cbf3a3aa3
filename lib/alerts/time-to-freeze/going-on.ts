import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { type Hypothesis, readAt } from "./hypotheses.ts";
import { type Rows, rowsOf } from "./law.ts";
import type { Column } from "./least-squares.ts";

/** Further ahead nobody knows the weather, and there is time enough to ask again. */
export const HORIZON_HOURS = 168;

/** A forecast's standard error grows with the root of the hours, to this after a day; °C. */
const WEATHER_ERROR_A_DAY = 1.2;
const WEATHER_ERROR_MAX = 3.5;

/** In the middle of each hour to come. */
const WEATHER_ERRORS: Column = Array.from({ length: HORIZON_HOURS }, (_, hour) =>
  Math.min(WEATHER_ERROR_MAX, WEATHER_ERROR_A_DAY * Math.sqrt((hour + 0.5) / 24)),
);

const WEATHER_MOST = 1.15;
/** How far off a forecast turns out, in standard errors: too warm, right and too cold, each as likely. */
export const WEATHERS = [-WEATHER_MOST, 0, WEATHER_MOST] as const;

/** For how long the air goes on missing the law as it does now. */
const REST_HOURS = 2;
const REST_KEPT = Math.exp(-1 / REST_HOURS);

/** A row for each of so many hours after a moment, the same for all hypotheses. */
export const rowsAfter = (last: Moment, hours: number, outdoor: (at: Moment) => number): Rows =>
  rowsOf(
    Array.from({ length: hours }, (_, hour) => last + (hour + 1) * HOUR_MS),
    last,
    outdoor,
  );

/**
 * What the sensor reads in each hour to come, in °C, and how much more if the forecast is too cold by a standard error; up to the
 * hour in which no weather leaves it above `limit`.
 */
export type Ahead = { expected: Column; weathered: Column };

/** How a hypothesis goes on by the law from what is `measured` at the last reading. */
export function goingOn(
  hypothesis: Hypothesis,
  measured: number,
  rows: Rows,
  limit = Number.NEGATIVE_INFINITY,
): Ahead {
  const { tauHours, fastHours, readings, terms, fast, unknowns } = hypothesis;
  const [start = 0, offset = 0, air = 0, draught = 0, sine = 0, cosine = 0] = unknowns;
  const last = readings.length - 1;
  const [kept, fastKept] = [Math.exp(-1 / tauHours), Math.exp(-1 / fastHours)];
  const left = terms.left[last] ?? 0;
  // What the outdoors alone make of the room, and what all of it is but for its air.
  let plain = (terms.known[last] ?? 0) + (readings[0] ?? 0) * left;
  let own =
    (terms.known[last] ?? 0) +
    left * start +
    (terms.gone[last] ?? 0) * offset +
    (terms.sine[last] ?? 0) * sine +
    (terms.cosine[last] ?? 0) * cosine;
  let fastLeft = (fast[last] ?? 0) * air;
  let rest = measured - readAt(hypothesis, last);
  let error = 0;
  const expected: number[] = [];
  const weathered: number[] = [];
  for (let hour = 0; hour < rows.hours.length; hour += 1) {
    const outdoor = rows.outdoorBefore[hour] ?? 0;
    const day = (rows.sine[hour] ?? 0) * sine + (rows.cosine[hour] ?? 0) * cosine;
    const weather = WEATHER_ERRORS[hour] ?? 0;
    plain = outdoor + (plain - outdoor) * kept;
    own = outdoor + offset + day + (own - outdoor - offset - day) * kept;
    error = weather + (error - weather) * kept;
    fastLeft *= fastKept;
    rest *= REST_KEPT;
    const celsius = own + fastLeft + rest + draught * ((rows.outdoor[hour] ?? 0) - plain);
    const more = error + draught * (weather - error);
    expected.push(celsius);
    weathered.push(more);
    if (celsius + WEATHER_MOST * Math.abs(more) <= limit) break;
  }
  return { expected, weathered };
}

/**
 * Hours until what the sensor reads, `measured` now, falls to `limit` (°C) in such weather; ∞ where it does not within the
 * horizon.
 */
export function hoursUntil(
  limit: number,
  { expected, weathered }: Ahead,
  measured: number,
  weather: number,
): number {
  let before = measured;
  if (before <= limit) return 0;
  for (let hour = 0; hour < expected.length; hour += 1) {
    const celsius = (expected[hour] ?? 0) + weather * (weathered[hour] ?? 0);
    if (celsius <= limit) return hour + (before - limit) / (before - celsius);
    before = celsius;
  }
  return Number.POSITIVE_INFINITY;
}
