import { median } from "../median.ts";
import { explained, seenIn, type Term, type TimeConstants, termsOf, UNKNOWNS } from "./law.ts";
import { type Belief, type Rows, type Solution, solve } from "./least-squares.ts";
import type { Outdoor } from "./outdoor.ts";
import type { Stretch } from "./stretch.ts";

/** A home's time constant: from a tent to a stone house, evenly in the logarithm. */
const TAU_HOURS = { least: 3, most: 300, count: 14 } as const;
const FAST_HOURS: readonly number[] = [0.7, 2.5, 8];

const TAUS: readonly number[] = Array.from(
  { length: TAU_HOURS.count },
  (_, index) => TAU_HOURS.least * (TAU_HOURS.most / TAU_HOURS.least) ** (index / (TAU_HOURS.count - 1)),
);

/** What is believed of τ before looking: the logarithm's middle and standard deviation. */
export type TauPrior = { tauHours: number; spread: number };

/** One pair of time constants with what it explains of the stretch. Weights of all add up to 1. */
export type Hypothesis = TimeConstants & {
  solution: Solution;
  weight: number;
  /** Measured less explained, in °C, oldest first. */
  residuals: number[];
  lastTerm: Term;
  lastHours: number;
};

/** What a law of a few numbers misses of a real home: in °C, and for how many hours it goes on missing it. */
const MISSED = { celsius: 0.12, hours: 2, worth: 6 } as const;

export type Outside = Pick<Outdoor, "at"> & {
  offset: Belief;
  isKnown: boolean;
  fastSd: number;
  daySd: number;
};

/** Every pair of time constants, fitted to the stretch and weighed by how well it explains it. */
export function hypotheses(stretch: Stretch, outside: Outside, tau: TauPrior): Hypothesis[] {
  const seen = seenIn(stretch.points, outside.at);
  const pairs = TAUS.flatMap((tauHours) =>
    FAST_HOURS.filter((fastHours) => fastHours < tauHours).map((fastHours) => ({ tauHours, fastHours })),
  );
  const beliefs = beliefsOf(seen[0]?.celsius ?? 0, outside);
  const terms = pairs.map((pair) => termsOf(seen, pair));
  const values = seen.map(({ celsius }) => celsius);
  const hours = seen.map((each) => each.hours);
  const solveAll = (some: Term[][], missed: number): Solution[] =>
    some.map((each) => solve(rowsOf(each, { values, hours, noise: stretch.noise, missed }), beliefs));
  // How much such a law misses of this very home is told by the best of a few.
  const rough = solveAll(
    terms.filter((_, index) => index % ROUGH_EVERY === 0),
    MISSED.celsius,
  );
  const least = Math.min(...rough.map(({ misfit }) => misfit));
  const missed = MISSED.celsius * Math.sqrt((MISSED.worth + least) / (MISSED.worth + values.length));
  const solutions = solveAll(terms, Math.max(missed, MISSED_MIN));
  const weights = weightsOf(solutions, pairs, tau);
  return pairs.map((pair, index) => {
    const [own = [], solution = NOTHING] = [terms[index], solutions[index]];
    const residuals = values.map((value, row) => value - explained(own[row] ?? NO_TERM, solution.values));
    return {
      ...pair,
      ...{ solution, residuals, weight: weights[index] ?? 0 },
      ...{ lastTerm: own.at(-1) ?? NO_TERM, lastHours: hours.at(-1) ?? 0 },
    };
  });
}

const ROUGH_EVERY = 4;
const MISSED_MIN = 0.03;
const NO_TERM: Term = { known: 0, coefficients: [] };
const NOTHING: Solution = { values: [], root: [], cost: 0, misfit: 0 };

/** Stands in the order of `UNKNOWNS`, in °C; the draught is a share. */
const beliefsOf = (start: number, { offset, isKnown, fastSd, daySd }: Outside): Belief[] => [
  { mean: start, sd: 4 },
  offset,
  { mean: fastSd / 4, sd: fastSd },
  { mean: 0.03, sd: isKnown ? 0.08 : 0.001 },
  { mean: 0, sd: daySd },
  { mean: 0, sd: daySd },
];

type Measured = { values: readonly number[]; hours: readonly number[]; noise: number; missed: number };

const WIDTH = UNKNOWNS.length + 1;

/** Neighbours miss the law alike: of each reading counts what it says beyond the one before. */
function rowsOf(terms: readonly Term[], { values, hours, noise, missed }: Measured): Rows {
  const numbers = new Float64Array(terms.length * WIDTH);
  let before: Term | null = null;
  for (const [index, term] of terms.entries()) {
    const apart = (hours[index] ?? 0) - (hours[index - 1] ?? 0);
    const alike = before === null ? 0 : Math.exp(-apart / MISSED.hours);
    const sigma = Math.sqrt(missed ** 2 * (1 - alike ** 2) + noise ** 2 * (1 + alike ** 2));
    const own = (column: number) =>
      (term.coefficients[column] ?? 0) - alike * (before?.coefficients[column] ?? 0);
    for (let column = 0; column < WIDTH - 1; column += 1)
      numbers[index * WIDTH + column] = own(column) / sigma;
    const restBefore = (values[index - 1] ?? 0) - (before?.known ?? 0);
    const rest = (values[index] ?? 0) - term.known - (before === null ? 0 : alike * restBefore);
    numbers[index * WIDTH + WIDTH - 1] = rest / sigma;
    before = term;
  }
  return { numbers, width: WIDTH };
}

function weightsOf(
  solutions: readonly Solution[],
  pairs: readonly TimeConstants[],
  prior: TauPrior,
): number[] {
  const costs = solutions.map(
    ({ cost }, index) =>
      cost + (Math.log((pairs[index]?.tauHours ?? 1) / prior.tauHours) / prior.spread) ** 2,
  );
  const least = Math.min(...costs);
  const weights = costs.map((cost) => Math.exp((least - cost) / 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

export const likeliest = (candidates: readonly Hypothesis[]): Hypothesis | null =>
  candidates.reduce<Hypothesis | null>(
    (best, next) => (best === null || next.weight > best.weight ? next : best),
    null,
  );

/** This many of the newest readings say where the home is now; they outvote a door that is open just now. */
const NEWEST_POINTS = 3;

/** What the sensor would say at the last reading, in °C: a falling room's newest readings, each brought up to it. */
export const newestBy = ({ lastTerm, solution, residuals }: Hypothesis): number =>
  explained(lastTerm, solution.values) + median(residuals.slice(-NEWEST_POINTS));

/** How far the hypothesis is off, in °C: the median, which a door does not move. */
export const missOf = ({ residuals }: Hypothesis): number => median(residuals.map(Math.abs));
