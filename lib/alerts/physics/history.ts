import { median } from "../../devices/device-status.ts";
import { rememberedOf } from "../../kernel/text.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import { convert } from "../../kernel/units.ts";

/** Older readings are not used, and of the others one point for every ten minutes. */
const WINDOW_HOURS = 30;
const BIN_MS = 600_000;
/** At 10-minute bins, dips of less than 25 minutes vanish. */
export const SMOOTHING_POINTS = 5;
/** A rise beyond this, or three times the noise, is heating or the sun. In °C. */
export const riseOf = (noise: number): number => Math.max(0.25, 3 * noise);
const POINTS_MAX = 40;
const NEWEST_KEPT = 4;
const GAPS_MAX = 8;
/** Turns the median absolute value of normal deviations into their standard deviation. */
const MAD_TO_SIGMA = 1.4826;
/** The second difference of three readings has six times the variance of one. */
const SECOND_DIFFERENCE_VARIANCE = 6;
/** A smaller step comes from the arithmetic, not from the sensor. In °C. */
const STEP_MIN = 1e-6;
/** A rise only pauses a fall of `fallMin` °C, more than a heating cycle's, if it gives back at most `share` of it. */
const PAUSE = { share: 0.5, fallMin: 2 } as const;
const BEND_SHOWN_MS = HOUR_MS;

/** A temperature at a moment, in °C. */
export type Point = { at: Moment; celsius: number };
type Reading = { at: Moment; value: number };

/** `noise`: a reading's standard error, °C. */
export type Stretch = { points: readonly Point[]; noise: number };

/**
 * The readings since the heating was last on. `smooth`: all readings, smoothed; `start`: the first index in it of
 * these.
 */
type Cooled = Stretch & { smooth: readonly Point[]; start: number };

/**
 * A sensor's readings until now, oldest first: all of them (`points`), one for every ten minutes of the last hours
 * (`recent`), and those since the heating was last on (`stretch`).
 */
export type TemperatureHistory = {
  now: Moment;
  points: readonly Point[];
  recent: readonly Point[];
  stretch: Cooled;
};

export function historyOf(points: readonly Point[], now: Moment): TemperatureHistory {
  const from = now - WINDOW_HOURS * HOUR_MS;
  const recent = binned(points.filter(({ at }) => at >= from && at <= now));
  return { now, points, recent, stretch: coolingStretch(recent) };
}

/** Returns a temperature sensor's history, from the series of its home. */
export const historyIn = (
  series: ReadonlyMap<string, readonly Reading[]>,
  { id, unit }: { id: string; unit: string | null },
  now: Moment,
): TemperatureHistory => historyOf(celsiusPoints(series.get(id) ?? [], unit), now);

/** Converts readings to °C, oldest first. Returns none if `unit` is not a temperature's. */
export const celsiusPoints = (readings: readonly Reading[], unit: string | null): Point[] =>
  readings
    .flatMap(({ at, value }) => {
      const celsius = unit === null ? null : convert(value, unit, "°C");
      return celsius === null ? [] : [{ at, celsius }];
    })
    .sort((a, b) => a.at - b.at);

/** Averages time and temperature over every ten minutes that have readings. */
const binned = (points: readonly Point[]): Point[] =>
  [...Map.groupBy(points, ({ at }) => Math.floor(at / BIN_MS)).values()].map((own) => ({
    at: mean(own.map(({ at }) => at)),
    celsius: mean(own.map(({ celsius }) => celsius)),
  }));

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * The running median over `width` (odd) points: a door that was open for minutes leaves no trace. The window shrinks
 * evenly towards the ends, so that a slope isn't bent there.
 */
export const smoothed = (points: readonly Point[], width: number): Point[] =>
  points.map(({ at }, index) => {
    const side = Math.min((width - 1) / 2, index, points.length - 1 - index);
    return {
      at,
      celsius: median(points.slice(index - side, index + side + 1).map(({ celsius }) => celsius)),
    };
  });

/**
 * Returns a reading's standard error in °C, from second differences, which a straight slope doesn't have. It is at
 * least the rounding error of the sensor's own step, taken to be the smallest change seen.
 */
export function noiseOf(points: readonly Point[]): number {
  const values = points.map(({ celsius }) => celsius);
  const changes = values.slice(1).map((value, index) => value - (values[index] ?? value));
  const steps = changes.map(Math.abs).filter((size) => size > STEP_MIN);
  const bends = changes.slice(1).map((change, index) => Math.abs(change - (changes[index] ?? 0)));
  const bend = median(bends) * MAD_TO_SIGMA;
  return Math.max(bend / Math.sqrt(SECOND_DIFFERENCE_VARIANCE), Math.min(1, ...steps) / Math.sqrt(12));
}

/** The median gap between the last points, in milliseconds; 0 for fewer than two points. */
export function usualGapMs(points: readonly Point[]): number {
  const last = points.slice(-GAPS_MAX - 1);
  const gaps = last.slice(1).map(({ at }, index) => at - (last[index]?.at ?? at));
  return gaps.length === 0 ? 0 : median(gaps);
}

/** Goes back from the newest reading as long as it was warmer before. A sunny noon is only a pause. */
function coolingStretch(points: readonly Point[]): Cooled {
  const noise = noiseOf(points);
  const smooth = smoothed(points, SMOOTHING_POINTS);
  const start = startOf(smooth, riseOf(noise));
  return { points: points.slice(start), smooth, noise, start };
}

function startOf(smooth: readonly Point[], rise: number): number {
  let start = smooth.length - 1;
  let warmest = smooth[start]?.celsius ?? 0;
  let least = warmest;
  for (let index = start - 1; index >= 0; index -= 1) {
    const { celsius } = smooth[index] ?? { celsius: 0 };
    least = Math.min(least, celsius);
    const risen = warmest - least;
    const isPause = celsius - least >= PAUSE.fallMin && risen <= PAUSE.share * (celsius - least);
    if (risen > rise && !isPause) continue;
    if (celsius > warmest) [warmest, start, least] = [celsius, index, celsius];
  }
  return start;
}

/**
 * Returns where a stretch began to fall as fast as it does now. A heating that is turned down for the night, or can't
 * keep up, lets a room fall slowly before it stops: the bend, the point furthest above the line from the first
 * reading to the last, came with the stop. Cooling alone bends the other way.
 */
export function fallingSince({ points, noise }: Stretch): Point | null {
  const rise = riseOf(noise);
  let left = smoothed(points, SMOOTHING_POINTS);
  for (let bend = bendOf(left, rise); bend > 0; bend = bendOf(left, rise)) left = left.slice(bend);
  return left[0] ?? null;
}

/** The index at which the points turn down by more than `rise` °C, at least an hour before their end; 0 for none. */
function bendOf(points: readonly Point[], rise: number): number {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const slope = (last.celsius - first.celsius) / Math.max(1, last.at - first.at);
  let [bend, most] = [0, rise];
  for (const [index, { at, celsius }] of points.entries()) {
    const above = celsius - first.celsius - slope * (at - first.at);
    if (above > most && last.at - at >= BEND_SHOWN_MS) [bend, most] = [index, above];
  }
  return bend;
}

/** Keeps all of the newest points, and every second or third of a long stretch before. */
export function downsampled(points: readonly Point[]): Point[] {
  const every = Math.ceil(points.length / POINTS_MAX);
  return points.filter((_, index) => index % every === 0 || index >= points.length - NEWEST_KEPT);
}

/** The temperature that a home cools towards, by time, in °C; `lowest` is the lowest of all. */
export type Outdoor = { at: (moment: Moment) => number; lowest: number };

/**
 * Turns an hourly forecast, with past hours if known, into a function of time: linear between two hours, the first
 * value before them, the mean of the last day after them. Null without hours.
 */
export const outdoorOf = rememberedOf((hours: readonly Point[]): Outdoor | null => {
  const sorted = hours.toSorted((a, b) => a.at - b.at);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return null;
  const beyond = mean(sorted.filter(({ at }) => at > last.at - DAY_MS).map(({ celsius }) => celsius));
  const at = (moment: Moment): number => {
    if (moment >= last.at) return beyond;
    const index = sorted.findIndex((hour) => hour.at > moment);
    const [before, after] = [sorted[index - 1], sorted[index]];
    if (before === undefined || after === undefined) return first.celsius;
    const share = (moment - before.at) / (after.at - before.at);
    return before.celsius + share * (after.celsius - before.celsius);
  };
  return { at, lowest: Math.min(beyond, ...sorted.map(({ celsius }) => celsius)) };
});
