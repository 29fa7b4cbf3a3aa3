import { HOUR_MS, type Moment } from "../time.ts";
import type { Point } from "./points.ts";

/**
 * How a room without heating follows the outdoors. Newton's law with a time constant τ for what holds the most heat,
 * dT/dt = (Tout + offset + day − T) / τ, seen through air that has a life of its own: what the radiators and the air
 * itself still hold decays fast, a draught pulls the sensor towards the outdoors at once, and the sun (`day`, a wave of
 * 24 hours) comes and goes. All but the two time constants is linear, and found by least squares.
 */
export const UNKNOWNS = ["start", "offset", "fast", "draught", "sine", "cosine"] as const;

export type TimeConstants = { tauHours: number; fastHours: number };

/** A reading with the outdoors then, and half-way since the one before. In hours since the first. */
export type Seen = { hours: number; celsius: number; outdoor: number; outdoorBefore: number; at: Moment };

/** Looked up once for all time constants that are tried. */
export function seenIn(points: readonly Point[], outdoor: (at: Moment) => number): Seen[] {
  const first = points[0]?.at ?? 0;
  return points.map(({ at, celsius }, index) => {
    const before = points[index - 1]?.at ?? at;
    const outdoorBefore = outdoor((before + at) / 2);
    return { at, celsius, hours: (at - first) / HOUR_MS, outdoor: outdoor(at), outdoorBefore };
  });
}

const RADIANS_AN_HOUR = (2 * Math.PI) / 24;
export const angleOf = (at: Moment): number => ((at / HOUR_MS) % 24) * RADIANS_AN_HOUR;

/** What a reading is made of: what the outdoors alone explains, and the coefficient of each unknown. */
export type Term = { known: number; coefficients: number[] };

export function termsOf(seen: readonly Seen[], { tauHours, fastHours }: TimeConstants): Term[] {
  const start = seen[0]?.celsius ?? 0;
  let [forced, sine, cosine, left, before] = [0, 0, 0, 1, 0];
  return seen.map(({ hours, at, outdoor, outdoorBefore }) => {
    const kept = Math.exp(-(hours - before) / tauHours);
    const middle = angleOf(at - ((hours - before) / 2) * HOUR_MS);
    forced = forced * kept + outdoorBefore * (1 - kept);
    sine = sine * kept + Math.sin(middle) * (1 - kept);
    cosine = cosine * kept + Math.cos(middle) * (1 - kept);
    left *= kept;
    before = hours;
    const draught = outdoor - forced - start * left;
    const coefficients = [left, 1 - left, Math.exp(-hours / fastHours), draught, sine, cosine];
    return { known: forced, coefficients };
  });
}

export const explained = ({ known, coefficients }: Term, unknowns: readonly number[]): number =>
  coefficients.reduce((sum, coefficient, index) => sum + coefficient * (unknowns[index] ?? 0), known);

/** One way things may be: the time constants and a value for each unknown. */
export type Possibility = TimeConstants & { unknowns: readonly number[] };

/** The room itself at the last reading, and what the air still has of its own, fading. In °C and hours. */
export type Beginning = { own: number; fast: number; rest: number };

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
