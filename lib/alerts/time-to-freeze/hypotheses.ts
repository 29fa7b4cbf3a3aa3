import { median } from "../../kernel/median.ts";
import {
  type Column,
  explained,
  FAST,
  fastLeftIn,
  type Seen,
  seenIn,
  slowTermsOf,
  type Term,
  type Terms,
  type TimeConstants,
  termAt,
} from "./law.ts";
import {
  type Belief,
  type Columns,
  type Precision,
  precisionWithout,
  type Solution,
  solve,
  withColumn,
} from "./least-squares.ts";
import type { Outdoor, Stretch } from "./points.ts";

/** A home's time constant: from a tent to a stone house, evenly in the logarithm. */
const TAU_HOURS = { least: 3, most: 300, count: 14 } as const;
/** What the air and the radiators hold, the furniture, and the outer half of heavy walls. */
const FAST_HOURS: readonly number[] = [0.7, 3, 16];

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
  terms: Terms;
  /** What was measured, in °C, oldest first. */
  values: Column;
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
  const { celsius: values, hours } = seen;
  const pairs = pairsOf(seen);
  const beliefs = beliefsOf(values[0] ?? 0, outside);
  const solveAll = (some: readonly Pair[], missed: number): Solution[] =>
    solutionsOf(some, values, alikeIn(seen, stretch.noise, missed), beliefs);
  // The best of a few decides how much such a law misses of this very home.
  const rough = solveAll(
    pairs.filter((_, index) => index % ROUGH_EVERY === 0),
    MISSED.celsius,
  );
  const least = Math.min(...rough.map(({ misfit }) => misfit));
  const missed = MISSED.celsius * Math.sqrt((MISSED.worth + least) / (MISSED.worth + values.length));
  const solutions = solveAll(pairs, Math.max(missed, MISSED_MIN));
  const weights = weightsOf(solutions, pairs, tau);
  return pairs.map(({ tauHours, fastHours, terms }, index) => ({
    tauHours,
    fastHours,
    terms,
    values,
    solution: solutions[index] ?? NOTHING,
    weight: weights[index] ?? 0,
    lastTerm: termAt(terms, values.length - 1),
    lastHours: hours.at(-1) ?? 0,
  }));
}

/**
 * Compares two beliefs about the outside by how well each explains the stretch, whatever its time constants: the
 * natural logarithm of the odds for the first.
 */
export function logOdds(stretch: Stretch, outsides: readonly [Outside, Outside], tau: TauPrior): number {
  const [first, second] = outsides;
  const seen = seenIn(stretch.points, first.at);
  const pairs = pairsOf(seen);
  const alike = alikeIn(seen, stretch.noise, MISSED.celsius);
  const cost = (outside: Outside): number => {
    const beliefs = beliefsOf(seen.celsius[0] ?? 0, outside);
    const costs = costsOf(solutionsOf(pairs, seen.celsius, alike, beliefs), pairs, tau);
    const least = Math.min(...costs);
    const sum = costs.reduce((total, each) => total + Math.exp((least - each) / 2), 0);
    // A belief that would have explained more beside this is the weaker one.
    const width = beliefs.reduce((total, { sd }) => total + 2 * Math.log(sd), 0);
    return least - 2 * Math.log(sum) + width;
  };
  return (cost(second) - cost(first)) / 2;
}

/** `slow`: its terms without the air's own life, which it shares with others. */
type Pair = TimeConstants & { slow: Terms; terms: Terms };

function pairsOf(seen: Seen): Pair[] {
  const fasts = FAST_HOURS.map((fastHours) => ({ fastHours, left: fastLeftIn(seen, fastHours) }));
  return TAUS.flatMap((tauHours) => {
    const slow = slowTermsOf(seen, tauHours);
    return fasts
      .filter(({ fastHours }) => fastHours < tauHours)
      .map(({ fastHours, left }) => ({
        tauHours,
        fastHours,
        slow,
        terms: { known: slow.known, columns: slow.columns.with(FAST, left) },
      }));
  });
}

const ROUGH_EVERY = 4;
const MISSED_MIN = 0.03;
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

/**
 * Tells for each reading how much it is like the one before in what the law misses, and the standard error of
 * what is left.
 */
type Alike = { share: Column; sigma: Column };

function alikeIn({ hours }: Seen, noise: number, missed: number): Alike {
  const share = hours.map((at, index) =>
    index === 0 ? 0 : Math.exp(-(at - (hours[index - 1] ?? 0)) / MISSED.hours),
  );
  return {
    share,
    sigma: share.map((a) => Math.sqrt(missed ** 2 * (1 - a ** 2) + noise ** 2 * (1 + a ** 2))),
  };
}

/** Pairs that share what is slow, one after the other, differ in one column. */
function solutionsOf(
  pairs: readonly Pair[],
  values: Column,
  alike: Alike,
  beliefs: readonly Belief[],
): Solution[] {
  let shared: { slow: Terms; columns: Columns; precision: Precision } | null = null;
  const fasts = new Map<number, Column>();
  return pairs.map(({ slow, terms, fastHours }) => {
    if (shared?.slow !== slow) {
      const columns = [...slow.columns, differenceOf(values, slow.known)].map((column) =>
        beyondBefore(column, alike),
      );
      shared = { slow, columns, precision: precisionWithout(FAST, columns, beliefs) };
    }
    const fast = fasts.get(fastHours) ?? beyondBefore(terms.columns[FAST] ?? values, alike);
    fasts.set(fastHours, fast);
    return solve(withColumn(shared.precision, shared.columns.with(FAST, fast), beliefs, FAST), beliefs);
  });
}

/** Loops over arrays of their full size: this is gone through some hundred times a sensor. */
function differenceOf(a: Column, b: Column): Column {
  const difference = new Array<number>(a.length).fill(Number.NaN);
  for (let row = 0; row < a.length; row += 1) difference[row] = (a[row] ?? 0) - (b[row] ?? 0);
  return difference;
}

/** Neighbours miss the law alike: of each reading counts what it says beyond the one before. */
function beyondBefore(column: Column, { share, sigma }: Alike): Column {
  const beyond = new Array<number>(column.length).fill(Number.NaN);
  for (let row = 0; row < column.length; row += 1) {
    const before = row === 0 ? 0 : (share[row] ?? 0) * (column[row - 1] ?? 0);
    beyond[row] = ((column[row] ?? 0) - before) / (sigma[row] ?? 1);
  }
  return beyond;
}

function weightsOf(
  solutions: readonly Solution[],
  pairs: readonly TimeConstants[],
  prior: TauPrior,
): number[] {
  const costs = costsOf(solutions, pairs, prior);
  const least = Math.min(...costs);
  const weights = costs.map((cost) => Math.exp((least - cost) / 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const costsOf = (
  solutions: readonly Solution[],
  pairs: readonly TimeConstants[],
  prior: TauPrior,
): number[] =>
  solutions.map(
    ({ cost }, index) =>
      cost + (Math.log((pairs[index]?.tauHours ?? 1) / prior.tauHours) / prior.spread) ** 2,
  );

export const likeliest = (candidates: readonly Hypothesis[]): Hypothesis | null =>
  candidates.reduce<Hypothesis | null>(
    (best, next) => (best === null || next.weight > best.weight ? next : best),
    null,
  );

/** This many of the newest readings say where the home is now; they outvote a door that is open just now. */
const NEWEST_POINTS = 3;

/** Measured less explained, in °C, of the readings from the given one on. */
const residualsOf = ({ terms, values, solution }: Hypothesis, from: number): number[] =>
  values.slice(from).map((value, index) => value - explained(termAt(terms, from + index), solution.values));

/**
 * What the sensor would say at the last reading, in °C: a falling room's newest readings, each brought up to
 * it.
 */
export const newestBy = (hypothesis: Hypothesis): number =>
  explained(hypothesis.lastTerm, hypothesis.solution.values) +
  median(residualsOf(hypothesis, Math.max(0, hypothesis.values.length - NEWEST_POINTS)));

/** How far the hypothesis is off, in °C: the median, which a door does not move. */
export const missOf = (hypothesis: Hypothesis): number => median(residualsOf(hypothesis, 0).map(Math.abs));
