import { median } from "../median.ts";
import { type Cooling, type FitInput, fitCooling, type OffsetPrior, withOutdoor } from "./fit.ts";
import type { Outdoor } from "./outdoor.ts";
import type { Point } from "./points.ts";
import type { Stretch } from "./stretch.ts";

/** A home's time constant: from a tent to a stone house, evenly in the logarithm. */
const TAU_HOURS = { least: 3, most: 240, count: 26 } as const;

const TAUS: readonly number[] = Array.from(
  { length: TAU_HOURS.count },
  (_, index) => TAU_HOURS.least * (TAU_HOURS.most / TAU_HOURS.least) ** (index / (TAU_HOURS.count - 1)),
);

/** Draughts to try where the outdoors is known, and what each costs: most sensors stand in the room. */
const DRAUGHTS: readonly number[] = [0, 0.1, 0.2];
const DRAUGHT_COST = 4;

/** What is believed of τ before looking: the logarithm's middle and standard deviation. */
export type TauPrior = { tauHours: number; spread: number };

export type Hypothesis = Cooling & { weight: number };

/** Beyond so many standard errors a reading is a door, not the home: it counts for less (Huber's weights, squared). */
const HUBER_SIGMAS = 1.5;
/** Errors of neighbouring readings are alike: so many of them are worth one. */
const READINGS_PER_WITNESS = 12;
/** What a model with one time constant misses of a real home, in °C. */
const MODEL_ERROR = 0.05;

export type Outside = Pick<Outdoor, "at"> & { prior: OffsetPrior; isKnown: boolean };

/** Every time constant of the grid, fitted to the stretch and weighed by how well it explains it. */
export function hypotheses(stretch: Stretch, outside: Outside, tau: TauPrior): Hypothesis[] {
  const sigma = Math.hypot(stretch.noise, MODEL_ERROR) * Math.sqrt(READINGS_PER_WITNESS);
  const points = withOutdoor(stretch.points, outside.at);
  const plain: FitInput = { points, prior: outside.prior, sigma, weights: points.map(() => 1), draught: 0 };
  const weights = robustWeights(bestOf(fitAll(plain)), stretch.points);
  const draughts = outside.isKnown ? DRAUGHTS : [0];
  return weighed(
    draughts.flatMap((draught) => fitAll({ ...plain, weights, draught })),
    tau,
  );
}

const fitAll = (input: FitInput): Cooling[] => TAUS.map((tauHours) => fitCooling(input, tauHours));

const bestOf = (fits: readonly Cooling[]): Cooling | undefined =>
  fits.reduce<Cooling | undefined>((best, fit) => (best && best.cost <= fit.cost ? best : fit), undefined);

function robustWeights(best: Cooling | undefined, points: readonly Point[]): number[] {
  const residuals = best?.residuals ?? points.map(() => 0);
  const scale = Math.max(MODEL_ERROR, 1.4826 * median(residuals.map(Math.abs))) * HUBER_SIGMAS;
  return residuals.map((residual) => Math.min(1, scale / Math.max(Math.abs(residual), 1e-12)) ** 2);
}

function weighed(fits: readonly Cooling[], prior: TauPrior): Hypothesis[] {
  const costs = fits.map(
    ({ cost, tauHours, draught }) =>
      cost + (Math.log(tauHours / prior.tauHours) / prior.spread) ** 2 + (draught > 0 ? DRAUGHT_COST : 0),
  );
  const least = Math.min(...costs);
  const weights = costs.map((cost) => Math.exp((least - cost) / 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return fits.map((fit, index) => ({ ...fit, weight: (weights[index] ?? 0) / sum }));
}

/** The value that the share of the weight lies below: straight between two values' middles, ∞ sorts last. */
export function quantile(values: readonly { value: number; weight: number }[], share: number): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  let sum = 0;
  let before: { value: number; at: number } | null = null;
  for (const { value, weight } of sorted) {
    const at = sum + weight / 2;
    if (at >= share) return before === null ? value : between(before, { value, at }, share);
    before = { value, at };
    sum += weight;
  }
  return before?.value ?? Number.NaN;
}

function between(a: { value: number; at: number }, b: { value: number; at: number }, share: number): number {
  const part = (share - a.at) / Math.max(b.at - a.at, 1e-12);
  if (!Number.isFinite(b.value)) return part < 0.5 ? a.value : b.value;
  return a.value + part * (b.value - a.value);
}
