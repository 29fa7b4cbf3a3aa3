import { median } from "../../kernel/median.ts";
import { fastLeftIn, type Rows, rowsOf, type Terms, termsOf, type Unknowns } from "./law.ts";
import { type Belief, type Column, newColumn, type Products, productsOf, solve } from "./least-squares.ts";
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

/** What a law of a few numbers misses of a real home: in °C, and for how many hours it goes on missing it. */
const MISSED = { celsius: 0.12, hours: 2 } as const;

export type Outside = Pick<Outdoor, "at"> & {
  offset: Belief;
  isKnown: boolean;
  fastSd: number;
  daySd: number;
};

/** In the order of the unknowns, in °C; the draught is a share. */
const beliefsOf = (start: number, { offset, isKnown, fastSd, daySd }: Outside): Belief[] => [
  { mean: start, sd: 4 },
  offset,
  { mean: fastSd / 4, sd: fastSd },
  { mean: 0.03, sd: isKnown ? 0.08 : 0.001 },
  { mean: 0, sd: daySd },
  { mean: 0, sd: daySd },
];

/** A pair of time constants, and what it makes of each reading. */
type Pair = { tauHours: number; fastHours: number; readings: Column; terms: Terms; fast: Column };

/** Such a pair with what it makes of the stretch. `weight`: how likely it is; of all together 1. */
export type Hypothesis = Pair & { unknowns: Unknowns; weight: number };

type Candidate = Pair & { products: Products; places: readonly number[]; unusual: number };

/**
 * Every pair of time constants, with all that least squares need of it, whatever is believed. `unusual`: minus twice the
 * logarithm of how likely it is before looking.
 */
function candidatesFor({ points, noise }: Stretch, outside: Outside, prior: TauPrior): Candidate[] {
  const readings = points.map(({ celsius }) => celsius);
  const moments = points.map(({ at }) => at);
  const rows = rowsOf(moments, moments[0] ?? 0, outside.at);
  const beyond = beyondBefore(rows, noise);
  const allAirs = FAST_HOURS.map((fastHours) => {
    const fast = fastLeftIn(rows, fastHours);
    return { fastHours, fast, seen: beyond(fast) };
  });
  // What the products are made of is let go before the next time constant.
  const scratch = Array.from({ length: 6 }, () => newColumn(points.length));
  return TAUS.flatMap((tauHours) => {
    const terms = termsOf(rows, readings[0] ?? 0, tauHours);
    const { known, left, gone, draught, sine, cosine } = terms;
    const unexplained = readings.map((celsius, row) => celsius - (known[row] ?? 0));
    const airs = allAirs.filter(({ fastHours }) => fastHours < tauHours);
    // The airs share what doesn't depend on them.
    const slow = [left, gone, draught, sine, cosine, unexplained];
    const seen = slow.map((column, which) => beyond(column, scratch[which]));
    const products = productsOf([...seen, ...airs.map((air) => air.seen)]);
    const unusual = (Math.log(tauHours / prior.tauHours) / prior.spread) ** 2;
    return airs.map(({ fastHours, fast }, air) => {
      const places = [0, 1, slow.length + air, 2, 3, 4, 5];
      return { tauHours, fastHours, readings, terms, fast, products, places, unusual };
    });
  });
}

/** Neighbours miss the law alike: of each reading counts what it says beyond the one before, in standard errors. */
function beyondBefore({ hours }: Rows, noise: number): (column: Column, into?: number[]) => Column {
  const share = hours.map((at, row) =>
    row === 0 ? 0 : Math.exp(-(at - (hours[row - 1] ?? 0)) / MISSED.hours),
  );
  const sigma = share.map((a) => Math.sqrt(MISSED.celsius ** 2 * (1 - a ** 2) + noise ** 2 * (1 + a ** 2)));
  return (column, into = newColumn(share.length)) => {
    let before = 0;
    for (let row = 0; row < share.length; row += 1) {
      const own = column[row] ?? 0;
      into[row] = (own - (share[row] ?? 0) * before) / (sigma[row] ?? 1);
      before = own;
    }
    return into;
  };
}

/** `cost`: minus twice the logarithm of how likely each candidate is. */
function fitted(candidates: readonly Candidate[], outside: Outside) {
  const beliefs = beliefsOf(candidates[0]?.readings[0] ?? 0, outside);
  return candidates.map((candidate) => {
    const { values, cost } = solve(candidate.products, candidate.places, beliefs);
    return { candidate, unknowns: values, cost: cost + candidate.unusual };
  });
}

/** Less than that of the whole weight is not worth following for days. */
const WEIGHT_MIN = 0.004;

/** The likely pairs of time constants by how well they explain the stretch. */
export function hypotheses(stretch: Stretch, outside: Outside, prior: TauPrior): Hypothesis[] {
  const all = fitted(candidatesFor(stretch, outside, prior), outside);
  const least = Math.min(...all.map(({ cost }) => cost));
  const sum = all.reduce((total, { cost }) => total + Math.exp((least - cost) / 2), 0);
  return all.flatMap(({ candidate, unknowns, cost }) => {
    const weight = Math.exp((least - cost) / 2) / sum;
    return weight < WEIGHT_MIN ? [] : [{ ...candidate, unknowns, weight }];
  });
}

/**
 * Compares two beliefs about the outside by how well each explains the stretch, whatever its time constants: the
 * natural logarithm of the odds for the first.
 */
export function logOdds(
  stretch: Stretch,
  [first, second]: readonly [Outside, Outside],
  prior: TauPrior,
): number {
  const candidates = candidatesFor(stretch, first, prior);
  const costOf = (outside: Outside): number => {
    const costs = fitted(candidates, outside).map(({ cost }) => cost);
    const least = Math.min(...costs);
    const sum = costs.reduce((total, each) => total + Math.exp((least - each) / 2), 0);
    // A belief that would have explained more beside this is the weaker one.
    const width = beliefsOf(0, outside).reduce((total, { sd }) => total + 2 * Math.log(sd), 0);
    return least - 2 * Math.log(sum) + width;
  };
  return (costOf(second) - costOf(first)) / 2;
}

/** This many of the newest readings say where the home is now; they outvote a door that is open just now. */
const NEWEST_POINTS = 3;

/** What a reading would be by the hypothesis, in °C. */
export function readAt({ terms, fast, unknowns }: Hypothesis, row: number): number {
  const [start = 0, offset = 0, air = 0, draught = 0, sine = 0, cosine = 0] = unknowns;
  return (
    (terms.known[row] ?? 0) +
    (terms.left[row] ?? 0) * start +
    (terms.gone[row] ?? 0) * offset +
    (fast[row] ?? 0) * air +
    (terms.draught[row] ?? 0) * draught +
    (terms.sine[row] ?? 0) * sine +
    (terms.cosine[row] ?? 0) * cosine
  );
}

/** Measured less explained, in °C, of the newest readings. */
const residualsOf = (hypothesis: Hypothesis, count: number): number[] => {
  const from = Math.max(0, hypothesis.readings.length - count);
  return hypothesis.readings.slice(from).map((celsius, index) => celsius - readAt(hypothesis, from + index));
};

/** How far the hypothesis is off, in °C: the median, which a door does not move. */
export const missOf = (hypothesis: Hypothesis): number =>
  median(residualsOf(hypothesis, hypothesis.readings.length).map(Math.abs));

/** What the sensor says at the last reading, in °C: a falling room's newest readings, each brought up to it. */
export const newestBy = (hypothesis: Hypothesis): number =>
  readAt(hypothesis, hypothesis.readings.length - 1) + median(residualsOf(hypothesis, NEWEST_POINTS));
