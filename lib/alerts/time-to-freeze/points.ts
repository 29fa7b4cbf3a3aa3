import { median } from "../../kernel/median.ts";
import { rememberedOf } from "../../kernel/remembered.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import { convert } from "../../kernel/units.ts";

/** At 10-minute bins, dips of less than 25 minutes vanish. */
export const SMOOTHING_POINTS = 5;
/** A rise beyond this (or three times the noise) is heating, or the sun. In °C. */
const RISE_MIN = 0.25;
const RISE_NOISES = 3;
/** A heating's cycle is shorter. */
export const CYCLE_HOURS = 3;
const NEWEST_POINTS = 2;
const POINTS_MAX = 40;
const NEWEST_KEPT = 4;

const BIN_MS = 600_000;

/** A normal deviation's median absolute value, for turning one into the other. */
const MAD_TO_SIGMA = 1.4826;
/** Three readings' second difference has six times the variance of one. */
const SECOND_DIFFERENCE_VARIANCE = 6;
/** Less than this is no change but the arithmetic's own error, °C. */
const STEP_MIN = 1e-6;

const GAPS_LOOKED_AT = 8;

/**
 * A rise gives back so much of a fall at most, if it is a pause of it; and the fall is one that no cycle
 * makes.
 */
const PAUSE = { share: 0.5, fallMin: 2 } as const;

const BEND_SHOWN_MS = HOUR_MS;

/** A temperature at a moment, in °C. */
export type Point = { at: Moment; celsius: number };

/** A temperature sensor's readings in °C, of the series of a home. */
export const pastOf = (
  { id, unit }: { id: string; unit: string | null },
  series: ReadonlyMap<string, readonly { at: Moment; value: number }[]>,
  now: Moment,
): Past => new Past(celsiusPoints(series.get(id) ?? [], unit), now);

/** Further back nothing is looked at. */
const WINDOW_HOURS = 30;

/** A sensor's readings until now, oldest first, with what several rules ask of them: each is worked out once. */
export class Past {
  readonly points: readonly Point[];
  readonly now: Moment;
  #recent: readonly Point[] | undefined;
  #stretch: Cooled | undefined;

  constructor(points: readonly Point[], now: Moment) {
    this.points = points;
    this.now = now;
  }

  /** One for every ten minutes of the last hours. */
  get recent(): readonly Point[] {
    this.#recent ??= binned(this.points, this.now - WINDOW_HOURS * HOUR_MS, this.now);
    return this.#recent;
  }

  get stretch(): Cooled {
    this.#stretch ??= coolingStretch(this.recent);
    return this.#stretch;
  }
}

/** A sensor's readings in °C, oldest first; none of what is no temperature. */
export function celsiusPoints(
  readings: readonly { at: Moment; value: number }[],
  unit: string | null,
): Point[] {
  const points: Point[] = [];
  for (const { at, value } of readings) {
    const celsius = unit === null ? null : convert(value, unit, "°C");
    if (celsius !== null) points.push({ at, celsius });
  }
  return points.sort((a, b) => a.at - b.at);
}

/**
 * One point (means of time and temperature) for every ten minutes that have any, between the two moments.
 * The points are given oldest first.
 */
export function binned(points: readonly Point[], from: Moment, to: Moment): Point[] {
  const bins: Point[] = [];
  let [bin, count, at, celsius] = [Number.NaN, 0, 0, 0];
  const close = () => {
    if (count > 0) bins.push({ at: at / count, celsius: celsius / count });
  };
  for (const point of points) {
    if (point.at < from || point.at > to) continue;
    const own = Math.floor(point.at / BIN_MS);
    if (own !== bin) {
      close();
      [bin, count, at, celsius] = [own, 0, 0, 0];
    }
    count += 1;
    at += point.at;
    celsius += point.celsius;
  }
  close();
  return bins;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The running median over `width` (odd) points: a door that stood open for a few minutes leaves no trace. */
export function smoothed(points: readonly Point[], width: number): Point[] {
  const reach = (width - 1) / 2;
  // One array serves all windows: each tick goes through this for every reading of every cold sensor.
  const window = new Array<number>(width).fill(0);
  return points.map(({ at }, index) => {
    // The window shrinks evenly towards the ends, so that a slope is not bent there.
    const side = Math.min(reach, index, points.length - 1 - index);
    for (let offset = 0; offset <= 2 * side; offset += 1)
      insert(window, offset, points[index - side + offset]?.celsius ?? 0);
    return { at, celsius: window[side] ?? 0 };
  });
}

/** Puts a value where it belongs among the first `count`, which are sorted. */
function insert(sorted: number[], count: number, value: number): void {
  let place = count;
  for (; place > 0 && (sorted[place - 1] ?? 0) > value; place -= 1) sorted[place] = sorted[place - 1] ?? 0;
  sorted[place] = value;
}

/**
 * A reading's standard error in °C: from the second differences (a straight slope has none), and at least
 * that of a value rounded to the sensor's own step, which is the smallest change seen.
 */
export function noiseOf(points: readonly Point[]): number {
  const bends: number[] = [];
  let step = 1;
  for (let index = 1; index < points.length; index += 1) {
    const value = points[index]?.celsius ?? 0;
    const before = points[index - 1]?.celsius ?? 0;
    const size = Math.abs(value - before);
    if (size > STEP_MIN && size < step) step = size;
    if (index > 1) bends.push(Math.abs(value - 2 * before + (points[index - 2]?.celsius ?? 0)));
  }
  const bend = median(bends) * MAD_TO_SIGMA;
  return Math.max(bend / Math.sqrt(SECOND_DIFFERENCE_VARIANCE), step / Math.sqrt(12));
}

/** How far apart the last points usually are, in milliseconds; 0 for fewer than two. */
export function usualGapMs(points: readonly Point[]): number {
  const last = points.slice(-GAPS_LOOKED_AT - 1);
  const gaps = last.slice(1).map(({ at }, index) => at - (last[index]?.at ?? at));
  return gaps.length === 0 ? 0 : median(gaps);
}

export type Stretch = {
  points: Point[];
  /** A reading's standard error, °C. */
  noise: number;
};

export type Cooled = Stretch & {
  /** All points used, smoothed. */
  smooth: Point[];
  /** How far below its warmest it is now, °C, and since when it has clearly been below. */
  drop: number;
  belowSince: Moment | null;
  /** The least of the hours before it, °C: so far down, the heating has let it go before; ∞ if unknown. */
  leastBefore: number;
};

/**
 * The readings since the heating was last on: back from the newest for as long as it was warmer before. A
 * sunny noon is a pause and no end: a rise that gave back only a part of what had been lost by then.
 */
function coolingStretch(points: readonly Point[]): Cooled {
  const noise = noiseOf(points);
  const smooth = smoothed(points, SMOOTHING_POINTS);
  const rise = Math.max(RISE_MIN, RISE_NOISES * noise);
  const start = startOf(smooth, rise);
  const warmest = smooth[start]?.celsius ?? 0;
  const lastWarm = smooth.findLastIndex(({ celsius }) => celsius >= warmest - rise);
  const newest = mean(points.slice(-NEWEST_POINTS).map(({ celsius }) => celsius));
  return {
    points: points.slice(start),
    smooth,
    noise,
    drop: warmest - newest,
    belowSince: smooth[lastWarm + 1]?.at ?? null,
    leastBefore: leastWithin(smooth.slice(0, start), smooth[start]?.at ?? 0),
  };
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
 * Finds where a stretch began to fall as fast as it does now. A heating that is turned down for the night, or
 * cannot keep up, lets a room fall slowly before it stops: the bend, the point furthest above the straight
 * line from the first reading to the last, is then what came with the stop. Cooling alone bends the other way
 * and has none.
 */
export function fallingSince({ points, noise }: Stretch): Point | null {
  const rise = Math.max(RISE_MIN, RISE_NOISES * noise);
  let left = smoothed(points, SMOOTHING_POINTS);
  for (let bend = bendOf(left, rise); bend > 0; bend = bendOf(left, rise)) left = left.slice(bend);
  return left[0] ?? null;
}

/**
 * Finds where a course turns downwards by more than `rise`, with an hour after it that shows it; 0 where it
 * does not.
 */
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

function leastWithin(before: readonly Point[], until: Moment): number {
  const cycle = before.filter(({ at }) => at >= until - CYCLE_HOURS * HOUR_MS);
  return cycle.reduce((least, { celsius }) => Math.min(least, celsius), Number.POSITIVE_INFINITY);
}

/** Keeps all of the newest points, and every second or third of a long stretch before. */
export function thinned(points: readonly Point[]): Point[] {
  const every = Math.ceil(points.length / POINTS_MAX);
  return points.filter((_, index) => index % every === 0 || index >= points.length - NEWEST_KEPT);
}

/**
 * The temperature that a home cools towards, by the hour; in °C. After `constantAfter` it is always the same.
 */
export type Outdoor = { at: (moment: Moment) => number; lowest: number; constantAfter: Moment };

/**
 * An hourly forecast (with the past hours where they are known) as a function of time: straight between two
 * hours, the first before them, the mean of the last day after them.
 */
export const outdoorOf = rememberedOf((hours: readonly Point[]): Outdoor | null => {
  const sorted = hours.toSorted((a, b) => a.at - b.at);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return null;
  const lastDay = sorted.filter(({ at }) => at > last.at - DAY_MS).map(({ celsius }) => celsius);
  const beyond = mean(lastDay);
  const at = (moment: Moment): number => {
    if (moment <= first.at) return first.celsius;
    return moment >= last.at ? beyond : between(sorted, moment);
  };
  const lowest = Math.min(beyond, ...sorted.map(({ celsius }) => celsius));
  return { at, lowest, constantAfter: last.at };
});

function between(sorted: readonly Point[], moment: Moment): number {
  let [low, high] = [0, sorted.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? 0) <= moment) low = middle;
    else high = middle;
  }
  const [before, after] = [sorted[low], sorted[high]];
  if (before === undefined || after === undefined) return 0;
  const share = (moment - before.at) / Math.max(1, after.at - before.at);
  return before.celsius + share * (after.celsius - before.celsius);
}
