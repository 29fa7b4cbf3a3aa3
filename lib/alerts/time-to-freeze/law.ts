import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import type { Column } from "./least-squares.ts";
import type { Point } from "./points.ts";

/**
 * How a room without heating follows the outdoors. Newton's law with a time constant τ for what holds the
 * most heat, dT/dt = (Tout + offset + day − T) / τ, seen through air that has a life of its own: what the
 * radiators and the air itself still hold decays fast, a draught pulls the sensor towards the outdoors at
 * once, and the sun (`day`, a wave of 24 hours) comes and goes. All but the two time constants is linear, and
 * found by least squares.
 */
const UNKNOWNS = ["start", "offset", "fast", "draught", "sine", "cosine"] as const;

const DRAUGHT = UNKNOWNS.indexOf("draught");

/** The one column that the time constant of the air alone decides; the others are that of the home's alone. */
export const FAST = UNKNOWNS.indexOf("fast");

const RADIANS_AN_HOUR = (2 * Math.PI) / 24;

/** A forecast's standard error grows with the root of the hours, to this after a day; °C. */
const WEATHER_ERROR_A_DAY = 1.2;
const WEATHER_ERROR_MAX = 3.5;

/**
 * A row for each reading, and then for each hour to come: the hours since the first, the outdoors then and
 * half-way since the row before, the day's wave half-way, and a standard error of the forecast.
 */
export type Rows = {
  readings: Column;
  hours: Column;
  outdoor: Column;
  outdoorBefore: Column;
  sine: Column;
  cosine: Column;
  error: Column;
};

/** Looked up once for all time constants that are tried. */
export function rowsOf(points: readonly Point[], outdoor: (at: Moment) => number, ahead: number): Rows {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const next = Array.from({ length: ahead }, (_, step) => last + (step + 1) * HOUR_MS);
  const moments = [...points.map(({ at }) => at), ...next];
  const halfWay = moments.map((at, row) => ((moments[row - 1] ?? at) + at) / 2);
  const angles = halfWay.map((at) => ((at / HOUR_MS) % 24) * RADIANS_AN_HOUR);
  const errorAt = (days: number): number =>
    days <= 0 ? 0 : Math.min(WEATHER_ERROR_MAX, WEATHER_ERROR_A_DAY * Math.sqrt(days));
  return {
    readings: points.map(({ celsius }) => celsius),
    hours: moments.map((at) => (at - first) / HOUR_MS),
    outdoor: moments.map(outdoor),
    outdoorBefore: halfWay.map(outdoor),
    sine: angles.map(Math.sin),
    cosine: angles.map(Math.cos),
    error: halfWay.map((at) => errorAt((at - last) / HOUR_MS / 24)),
  };
}

/**
 * What each row is made of: what the outdoors alone explains (`known`), a column of coefficients for each of
 * `UNKNOWNS`, and what a standard error of the forecast makes of the room and pulls it by through the draught.
 */
export type Terms = { known: Column; columns: readonly Column[]; error: Column; pull: Column };

/** The terms of the first `size` rows. `fasts`: `fastLeftIn` them. */
export function termsOf(rows: Rows, tauHours: number, fasts: Column, size: number): Terms {
  const column = (): number[] => new Array<number>(size).fill(Number.NaN);
  const [known, lefts, gone, draughts] = [column(), column(), column(), column()];
  const [sines, cosines] = [column(), column()];
  const [errors, pulls] = [column(), column()];
  const start = rows.readings[0] ?? 0;
  let [forced, sine, cosine, left, error, before, span, kept] = [0, 0, 0, 1, 0, 0, 0, 1];
  for (let row = 0; row < size; row += 1) {
    const hours = rows.hours[row] ?? 0;
    // Most rows are as far from the one before as that is from its own.
    if (hours - before !== span) {
      span = hours - before;
      kept = Math.exp(-span / tauHours);
    }
    forced = forced * kept + (rows.outdoorBefore[row] ?? 0) * (1 - kept);
    sine = sine * kept + (rows.sine[row] ?? 0) * (1 - kept);
    cosine = cosine * kept + (rows.cosine[row] ?? 0) * (1 - kept);
    error = error * kept + (rows.error[row] ?? 0) * (1 - kept);
    left *= kept;
    before = hours;
    known[row] = forced;
    lefts[row] = left;
    gone[row] = 1 - left;
    draughts[row] = (rows.outdoor[row] ?? 0) - forced - start * left;
    sines[row] = sine;
    cosines[row] = cosine;
    errors[row] = error;
    pulls[row] = (rows.error[row] ?? 0) - error;
  }
  return { known, columns: [lefts, gone, fasts, draughts, sines, cosines], error: errors, pull: pulls };
}

/** How much is left of the air's own life in each row. */
export const fastLeftIn = ({ hours }: Rows, fastHours: number): Column =>
  hours.map((at) => Math.exp(-at / fastHours));

/** What a row would read with these unknowns, in °C. */
export function readAt({ known, columns }: Terms, unknowns: Column, row: number): number {
  let sum = known[row] ?? 0;
  for (let each = 0; each < columns.length; each += 1)
    sum += (columns[each]?.[row] ?? 0) * (unknowns[each] ?? 0);
  return sum;
}

/** How much more it would read if the forecast were too cold by a standard error. */
export const weatheredAt = ({ error, pull }: Terms, unknowns: Column, row: number): number =>
  (error[row] ?? 0) + (unknowns[DRAUGHT] ?? 0) * (pull[row] ?? 0);
