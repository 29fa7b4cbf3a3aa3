import type { Moment } from "../alerts/evidence.ts";
import { HOUR_MS, type Point } from "./points.ts";

/**
 * Newton's law of cooling, dT/dt = (Tout + offset − T) / τ, solved for one τ. In the two unknowns, the
 * temperature at the start and the offset, the solution is linear, so both are found by least squares. The
 * offset (people, sun and ground inside; a forecast for the next valley) is held near what is expected of it.
 */
export type Cooling = {
  tauHours: number;
  draught: number;
  /** The outdoor temperature as the home feels it, less that of the forecast; in °C. */
  offset: number;
  /** Measured less fitted, in °C, in the order of the points. */
  residuals: number[];
  /** The home's own temperature, draught taken out, by the fit at the last point. */
  end: number;
  /** Minus twice the logarithm of the likelihood, offset integrated out, constants dropped. */
  cost: number;
};

export type OffsetPrior = { mean: number; sd: number };

/** What the outdoor temperature alone does to a home that starts at 0 °C, and what is left of its own start. */
type Response = { forced: number[]; left: number[] };

function responseOf(points: readonly OutdoorPoint[], tauHours: number): Response {
  const response: Response = { forced: [0], left: [1] };
  for (let index = 1; index < points.length; index += 1) {
    const { hoursBefore = 0, outdoorBefore = 0 } = points[index] ?? {};
    const decay = Math.exp(-hoursBefore / tauHours);
    response.forced.push((response.forced[index - 1] ?? 0) * decay + outdoorBefore * (1 - decay));
    response.left.push((response.left[index - 1] ?? 0) * decay);
  }
  return response;
}

/** A reading, the outdoors then, and the hours since the one before with the outdoors in their middle. */
export type OutdoorPoint = {
  celsius: number;
  outdoor: number;
  hoursBefore: number;
  outdoorBefore: number;
};

/** Looked up once for all time constants that are tried. */
export const withOutdoor = (points: readonly Point[], outdoor: (at: Moment) => number): OutdoorPoint[] =>
  points.map(({ at, celsius }, index) => {
    const before = points[index - 1]?.at ?? at;
    const hoursBefore = (at - before) / HOUR_MS;
    return { celsius, outdoor: outdoor(at), hoursBefore, outdoorBefore: outdoor((before + at) / 2) };
  });

export type FitInput = {
  points: readonly OutdoorPoint[];
  prior: OffsetPrior;
  /**
   * How far the air at the sensor is pulled from the home's own temperature towards the outdoors at once, 0 to
   * below 1: thin walls and draughts around heavy ones.
   */
  draught: number;
  /** Standard error of a point in °C, and what each counts for, 0 to 1. */
  sigma: number;
  weights: readonly number[];
};

export function fitCooling(input: FitInput, tauHours: number): Cooling {
  const { points, prior, weights, draught } = input;
  const sigma = input.sigma / (1 - draught);
  const own = points.map(({ celsius, outdoor }) => (celsius - draught * outdoor) / (1 - draught));
  const { forced, left } = responseOf(points, tauHours);
  // Normal equations for (start, offset): the columns are `left` and `1 - left`.
  let startStart = 0;
  let startOffset = 0;
  let startRest = 0;
  let offsetOffset = (sigma / prior.sd) ** 2;
  let offsetRest = offsetOffset * prior.mean;
  own.forEach((celsius, index) => {
    const weight = weights[index] ?? 1;
    const kept = left[index] ?? 0;
    const rest = celsius - (forced[index] ?? 0);
    startStart += weight * kept * kept;
    startOffset += weight * kept * (1 - kept);
    offsetOffset += weight * (1 - kept) * (1 - kept);
    startRest += weight * kept * rest;
    offsetRest += weight * (1 - kept) * rest;
  });
  const determinant = startStart * offsetOffset - startOffset * startOffset;
  const start = (startRest * offsetOffset - offsetRest * startOffset) / determinant;
  const offset = (offsetRest * startStart - startRest * startOffset) / determinant;
  const fitted = left.map((kept, index) => (forced[index] ?? 0) + start * kept + offset * (1 - kept));
  const residuals = own.map((celsius, index) => celsius - (fitted[index] ?? 0));
  const misses = weightedSquares(residuals, weights) / sigma ** 2 + ((offset - prior.mean) / prior.sd) ** 2;
  const cost = misses + Math.log(determinant / sigma ** 4);
  return { tauHours, draught, offset, residuals, end: fitted.at(-1) ?? start, cost };
}

const weightedSquares = (residuals: readonly number[], weights: readonly number[]): number =>
  residuals.reduce((sum, residual, index) => sum + (weights[index] ?? 1) * residual ** 2, 0);
