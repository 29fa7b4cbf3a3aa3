import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import type { Point } from "./points.ts";

/**
 * How a room without heating follows the outdoors. Newton's law with a time constant τ for what holds the
 * most heat, dT/dt = (Tout + offset + day − T) / τ, seen through air that has a life of its own: what the
 * radiators and the air itself still hold decays fast, a draught pulls the sensor towards the outdoors at
 * once, and the sun (`day`, a wave of 24 hours) comes and goes. All but the two time constants is linear, and
 * found by least squares.
 */
const UNKNOWNS = ["start", "offset", "fast", "draught", "sine", "cosine"] as const;

export type TimeConstants = { tauHours: number; fastHours: number };

/**
 * Readings with the outdoors then and half-way since the one before, and the day's wave half-way. In hours
 * since the first.
 */
export type Seen = {
  hours: Column;
  celsius: Column;
  outdoor: Column;
  outdoorBefore: Column;
  sine: Column;
  cosine: Column;
};

/** Looked up once for all time constants that are tried. */
export function seenIn(points: readonly Point[], outdoor: (at: Moment) => number): Seen {
  const first = points[0]?.at ?? 0;
  const hours = points.map(({ at }) => (at - first) / HOUR_MS);
  const halfWay = points.map(({ at }, index) => ((points[index - 1]?.at ?? at) + at) / 2);
  const angles = points.map(({ at }, index) =>
    angleOf(at - (((hours[index] ?? 0) - (hours[index - 1] ?? 0)) / 2) * HOUR_MS),
  );
  return {
    hours,
    celsius: points.map(({ celsius }) => celsius),
    outdoor: points.map(({ at }) => outdoor(at)),
    outdoorBefore: halfWay.map(outdoor),
    sine: angles.map(Math.sin),
    cosine: angles.map(Math.cos),
  };
}

const RADIANS_AN_HOUR = (2 * Math.PI) / 24;
export const angleOf = (at: Moment): number => ((at / HOUR_MS) % 24) * RADIANS_AN_HOUR;

/** What a reading is made of: what the outdoors alone explains, and the coefficient of each unknown. */
export type Term = { known: number; coefficients: readonly number[] };

/** A number of each reading. No typed array: it would cost more to make than what is worked out in it. */
export type Column = readonly number[];

/** The terms of all readings: `known` of each, and a column of coefficients for each of `UNKNOWNS`. */
export type Terms = { known: Column; columns: readonly Column[] };

/**
 * The one column that the time constant of the air alone decides; the others are that of the home's alone.
 */
export const FAST = UNKNOWNS.indexOf("fast");

/** The terms but for the air's own life, which is left 0. */
export function slowTermsOf(seen: Seen, tauHours: number): Terms {
  const size = seen.hours.length;
  const column = (): number[] => new Array<number>(size).fill(Number.NaN);
  const [known, lefts, gone, fast] = [column(), column(), column(), column()];
  const [draughts, sines, cosines] = [column(), column(), column()];
  const start = seen.celsius[0] ?? 0;
  let [forced, sine, cosine, left, before] = [0, 0, 0, 1, 0];
  for (let index = 0; index < size; index += 1) {
    const hours = seen.hours[index] ?? 0;
    const kept = Math.exp(-(hours - before) / tauHours);
    forced = forced * kept + (seen.outdoorBefore[index] ?? 0) * (1 - kept);
    sine = sine * kept + (seen.sine[index] ?? 0) * (1 - kept);
    cosine = cosine * kept + (seen.cosine[index] ?? 0) * (1 - kept);
    left *= kept;
    before = hours;
    known[index] = forced;
    lefts[index] = left;
    gone[index] = 1 - left;
    draughts[index] = (seen.outdoor[index] ?? 0) - forced - start * left;
    sines[index] = sine;
    cosines[index] = cosine;
  }
  return { known, columns: [lefts, gone, fast, draughts, sines, cosines] };
}

/** How much is left of the air's own life at each reading. */
export const fastLeftIn = ({ hours }: Seen, fastHours: number): Column =>
  hours.map((at) => Math.exp(-at / fastHours));

/** The term of one reading. */
export const termAt = ({ known, columns }: Terms, index: number): Term => ({
  known: known[index] ?? 0,
  coefficients: columns.map((column) => column[index] ?? 0),
});

export const explained = ({ known, coefficients }: Term, unknowns: readonly number[]): number =>
  coefficients.reduce((sum, coefficient, index) => sum + coefficient * (unknowns[index] ?? 0), known);

/** One way things may be: the time constants and a value for each unknown. */
export type Possibility = TimeConstants & { unknowns: readonly number[] };

/** The room itself at the last reading, and what the air still has of its own, fading. In °C and hours. */
type Beginning = { own: number; fast: number; rest: number };

/** `measured`: what the sensor says by then. */
export function beginningOf(
  possibility: Possibility,
  last: { term: Term; hours: number; measured: number },
): Beginning {
  const [start = 0, offset = 0, fast = 0, , sine = 0, cosine = 0] = possibility.unknowns;
  const { known, coefficients } = last.term;
  const [left = 0, gone = 0, , , sines = 0, cosines = 0] = coefficients;
  const own = known + start * left + offset * gone + sine * sines + cosine * cosines;
  const fastLeft = fast * Math.exp(-last.hours / possibility.fastHours);
  return { own, fast: fastLeft, rest: last.measured - explained(last.term, possibility.unknowns) };
}
