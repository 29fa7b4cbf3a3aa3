import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import type { Outdoor, Point, Stretch } from "./history.ts";

/*
 * How a room without heating follows the outdoors: Newton's law with a time constant τ for what holds the most heat,
 * dT/dt = (Tout + offset + day - T) / τ. The air that a sensor measures deviates from it: the heat left in radiators
 * and air decays fast, a draft pulls the sensor towards the outdoors at once, and the sun (`day`) is a wave of 24 hours.
 * Apart from the two time constants, the law is linear. Least squares find its unknowns, in this order: start, offset,
 * fast, draft, sine, cosine. The hours to come are further rows of the same matrix.
 */
const RADIANS_AN_HOUR = (2 * Math.PI) / 24;
/** Time constants of the home in hours: from a tent to a stone house, even in the logarithm. */
const TAUS = Array.from({ length: 14 }, (_, index) => 3 * 100 ** (index / 13));
/** Time constants in hours of air and radiators, of furniture, and of the outer half of heavy walls. */
const FASTS = [0.7, 3, 16];
/** How far a real home deviates from so simple a law, in °C, and for how many hours a deviation lasts. */
export const MISSED = { celsius: 0.12, hours: 2 } as const;
/** Pairs of time constants less likely than this aren't worth predicting days with. */
const WEIGHT_MIN = 0.004;

export type Prior = { mean: number; sd: number };

/** The prior of τ: its median in hours, and the standard deviation of its natural logarithm. */
export type Tau = { tauHours: number; spread: number };

/** The priors of a home and its outdoors, in °C. `isKnown`: outdoor temperatures are known. */
export type Outside = { offset: Prior; isKnown: boolean; fastSd: number; daySd: number };

/** A moment, in hours since the first and the previous one; `between`, `sine`, `cosine`: halfway to the previous. */
type Step = { hours: number; span: number; outdoor: number; between: number; sine: number; cosine: number };

/** `known`: the part that the outdoors alone explain; `x`: the coefficients of the unknowns. */
type Row = { known: number; x: readonly number[] };

/** A pair of time constants, and the first reading in °C. */
type Law = { tauHours: number; fastHours: number; start: number };

/** A law's row for each reading, the sums of products that least squares need, and the hours to come. */
type Design = Law & { points: readonly Point[]; rows: Row[]; products: number[]; ahead: readonly Step[] };

export type Fit = Design & { unknowns: readonly number[]; weight: number };

const stepsOf = (moments: readonly Moment[], outdoor: Outdoor["at"]): Step[] =>
  moments.map((at, index) => {
    const before = moments[index - 1] ?? at;
    const middle = (before + at) / 2;
    const angle = ((middle / HOUR_MS) % 24) * RADIANS_AN_HOUR;
    const [hours, span] = [(at - (moments[0] ?? at)) / HOUR_MS, (at - before) / HOUR_MS];
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    return { hours, span, outdoor: outdoor(at), between: outdoor(middle), sine, cosine };
  });

const BEFORE_FIRST: Row = { known: 0, x: [] };

/** Returns the row one step after another; without another, the first row. */
export function rowAfter(
  { known: knownBefore, x }: Row = BEFORE_FIRST,
  step: Step,
  { tauHours, fastHours, start }: Law,
): Row {
  const [leftBefore = 1, , , , sine = 0, cosine = 0] = x;
  const kept = Math.exp(-step.span / tauHours);
  const known = knownBefore * kept + step.between * (1 - kept);
  const left = leftBefore * kept;
  const draft = step.outdoor - known - start * left;
  const day = [sine * kept + step.sine * (1 - kept), cosine * kept + step.cosine * (1 - kept)] as const;
  return { known, x: [left, 1 - left, Math.exp(-step.hours / fastHours), draft, ...day] };
}

/** Returns for every pair of time constants all that least squares need; the priors don't change it. */
export function designsOf({ points, noise }: Stretch, outdoor: Outdoor["at"], hoursAhead = 0): Design[] {
  const start = points[0]?.celsius ?? 0;
  const last = points.at(-1)?.at ?? 0;
  const hours = Array.from({ length: hoursAhead }, (_, hour) => last + (hour + 1) * HOUR_MS);
  const all = stepsOf([...points.map(({ at }) => at), ...hours], outdoor);
  const [steps, ahead] = [all.slice(0, points.length), all.slice(points.length)];
  // Neighboring readings deviate alike: each counts by what it adds to the one before, in standard errors.
  const shares = steps.map(({ span }, index) => (index === 0 ? 0 : Math.exp(-span / MISSED.hours)));
  const sigmas = shares.map((a) => Math.sqrt(MISSED.celsius ** 2 * (1 - a ** 2) + noise ** 2 * (1 + a ** 2)));
  const laws = TAUS.flatMap((tauHours) =>
    FASTS.filter((fastHours) => fastHours < tauHours).map((fastHours) => ({ tauHours, fastHours, start })),
  );
  return laws.map((law) => {
    const rows: Row[] = [];
    for (const step of steps) rows.push(rowAfter(rows.at(-1), step, law));
    return { ...law, points, rows, ahead, products: productsOf(rows, points, shares, sigmas) };
  });
}

/** The columns: six unknowns and the reading. `products` has the sums of every two columns' products, row by row. */
const SIZE = 7;

function productsOf(rows: readonly Row[], points: readonly Point[], shares: number[], sigmas: number[]) {
  const sums = new Array<number>(SIZE * SIZE).fill(0);
  const [before, beyond] = [new Array<number>(SIZE).fill(0), new Array<number>(SIZE).fill(0)];
  for (const [index, { known, x }] of rows.entries()) {
    const [share, sigma] = [shares[index] ?? 0, sigmas[index] ?? 1];
    for (let i = 0; i < SIZE; i += 1) {
      const own = x[i] ?? (points[index]?.celsius ?? 0) - known;
      const news = (own - share * (before[i] ?? 0)) / sigma;
      beyond[i] = news;
      before[i] = own;
      for (let j = 0; j <= i; j += 1)
        sums[i * SIZE + j] = (sums[i * SIZE + j] ?? 0) + news * (beyond[j] ?? 0);
    }
  }
  return sums;
}

/** The priors in the order of the unknowns, in °C; the draft is a share. */
const priorsOf = (start: number, { offset, isKnown, fastSd, daySd }: Outside): Prior[] => [
  { mean: start, sd: 4 },
  offset,
  { mean: fastSd / 4, sd: fastSd },
  { mean: 0.03, sd: isKnown ? 0.08 : 0.001 },
  { mean: 0, sd: daySd },
  { mean: 0, sd: daySd },
];

/** Least squares with a normal prior of each unknown, by Cholesky. `cost`: minus twice the logarithm of the evidence. */
function solve(products: readonly number[], priors: readonly Prior[]): { values: number[]; cost: number } {
  const n = priors.length;
  const root = products.slice();
  const at = (i: number, j: number): number => root[i * SIZE + j] ?? 0;
  for (const [i, { sd }] of priors.entries())
    for (let j = 0; j <= i; j += 1) {
      let rest = at(i, j) + (i === j ? 1 / sd ** 2 : 0);
      for (let k = 0; k < j; k += 1) rest -= at(i, k) * at(j, k);
      root[i * SIZE + j] = i === j ? Math.sqrt(Math.max(rest, 1e-12)) : rest / at(j, j);
    }
  const right = priors.map(({ mean: middle, sd }, i) => middle / sd ** 2 + at(n, i));
  const values = right.slice();
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < i; k += 1) values[i] = (values[i] ?? 0) - at(i, k) * (values[k] ?? 0);
    values[i] = (values[i] ?? 0) / at(i, i);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < n; k += 1) values[i] = (values[i] ?? 0) - at(k, i) * (values[k] ?? 0);
    values[i] = (values[i] ?? 0) / at(i, i);
  }
  const terms = priors.map(
    ({ mean: middle, sd }, i) =>
      (middle / sd) ** 2 - (values[i] ?? 0) * (right[i] ?? 0) + 2 * Math.log(at(i, i)),
  );
  return { values, cost: terms.reduce((sum, term) => sum + term, at(n, n)) };
}

/** Fits and weighs all designs. `cost`: minus twice the logarithm of the readings' likelihood over all of them. */
export function fitted(designs: readonly Design[], outside: Outside, prior: Tau) {
  const priors = priorsOf(designs[0]?.points[0]?.celsius ?? 0, outside);
  const all = designs.map((design) => {
    const { values, cost } = solve(design.products, priors);
    return {
      design,
      unknowns: values,
      cost: cost + (Math.log(design.tauHours / prior.tauHours) / prior.spread) ** 2,
    };
  });
  const least = Math.min(...all.map(({ cost }) => cost));
  const sum = all.reduce((total, { cost }) => total + Math.exp((least - cost) / 2), 0);
  // A wide prior would have explained many other readings as well, which makes it the weaker one.
  const width = priors.reduce((total, { sd }) => total + 2 * Math.log(sd), 0);
  const fits = all.flatMap(({ design, unknowns, cost }): Fit[] => {
    const weight = Math.exp((least - cost) / 2) / sum;
    return weight < WEIGHT_MIN ? [] : [{ ...design, unknowns, weight }];
  });
  return { fits, cost: least - 2 * Math.log(sum) + width };
}

export function readAt({ unknowns }: Fit, { known, x }: Row): number {
  let celsius = known;
  for (let i = 0; i < unknowns.length; i += 1) celsius += (x[i] ?? 0) * (unknowns[i] ?? 0);
  return celsius;
}

/** Measured minus fitted, in °C. */
export const residualsOf = (fit: Fit): number[] =>
  fit.rows.map((row, index) => (fit.points[index]?.celsius ?? 0) - readAt(fit, row));
