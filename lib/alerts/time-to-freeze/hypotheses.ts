import { median } from "../../kernel/median.ts";
import { FAST, fastLeftIn, type Rows, readAt, rowsOf, type Terms, termsOf, weatheredAt } from "./law.ts";
import { type Belief, type Column, solve } from "./least-squares.ts";
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

/** Stands in the order of `UNKNOWNS`, in °C; the draught is a share. */
const beliefsOf = (start: number, { offset, isKnown, fastSd, daySd }: Outside): Belief[] => [
  { mean: start, sd: 4 },
  offset,
  { mean: fastSd / 4, sd: fastSd },
  { mean: 0.03, sd: isKnown ? 0.08 : 0.001 },
  { mean: 0, sd: daySd },
  { mean: 0, sd: daySd },
];

/** A pair of time constants with what it makes of the stretch. `weight`: how likely it is; of all together 1. */
export type Hypothesis = { tauHours: number; rows: Rows; terms: Terms; unknowns: Column; weight: number };

type Fitted = { tauHours: number; fasts: Column; unknowns: Column; cost: number };

/** Every pair of time constants, fitted to the readings. `cost`: minus twice the logarithm of how likely it is. */
function fittedTo(rows: Rows, noise: number, outside: Outside, prior: TauPrior): Fitted[] {
  const beyond = beyondBefore(rows, noise);
  const beliefs = beliefsOf(rows.readings[0] ?? 0, outside);
  const airs = FAST_HOURS.map((fastHours) => {
    const fasts = fastLeftIn(rows, fastHours);
    return { fastHours, fasts, seen: beyond(fasts) };
  });
  return TAUS.flatMap((tauHours) => {
    const { known, columns } = termsOf(rows, tauHours, rows.hours, rows.readings.length);
    const unexplained = rows.readings.map((celsius, row) => celsius - (known[row] ?? 0));
    const seen = [...columns, unexplained].map((column, which) => (which === FAST ? column : beyond(column)));
    const unusual = (Math.log(tauHours / prior.tauHours) / prior.spread) ** 2;
    return airs
      .filter(({ fastHours }) => fastHours < tauHours)
      .map(({ fasts, seen: air }) => {
        const { values, cost } = solve(seen.with(FAST, air), beliefs);
        return { tauHours, fasts, unknowns: values, cost: cost + unusual };
      });
  });
}

/** Neighbours miss the law alike: of each reading counts what it says beyond the one before, in standard errors. */
function beyondBefore({ readings, hours }: Rows, noise: number): (column: Column) => Column {
  const share = readings.map((_, row) =>
    row === 0 ? 0 : Math.exp(-((hours[row] ?? 0) - (hours[row - 1] ?? 0)) / MISSED.hours),
  );
  const sigma = share.map((a) => Math.sqrt(MISSED.celsius ** 2 * (1 - a ** 2) + noise ** 2 * (1 + a ** 2)));
  // A loop over an array of its full size: each tick goes through it some hundred times for every cold sensor.
  return (column) => {
    const beyond = new Array<number>(share.length).fill(Number.NaN);
    for (let row = 0; row < share.length; row += 1)
      beyond[row] =
        ((column[row] ?? 0) - (share[row] ?? 0) * (column[Math.max(0, row - 1)] ?? 0)) / (sigma[row] ?? 1);
    return beyond;
  };
}

/** Less than that of the whole weight is not worth following for days. */
const WEIGHT_MIN = 0.004;

/** The likely pairs of time constants by how well they explain the stretch, with a row for so many hours after it. */
export function hypotheses(
  { points, noise }: Stretch,
  outside: Outside,
  prior: TauPrior,
  ahead: number,
): Hypothesis[] {
  const rows = rowsOf(points, outside.at, ahead);
  const all = fittedTo(rows, noise, outside, prior);
  const least = Math.min(...all.map(({ cost }) => cost));
  const sum = all.reduce((total, { cost }) => total + Math.exp((least - cost) / 2), 0);
  return all.flatMap(({ cost, tauHours, fasts, unknowns }) => {
    const weight = Math.exp((least - cost) / 2) / sum;
    if (weight < WEIGHT_MIN) return [];
    return [{ tauHours, rows, unknowns, weight, terms: termsOf(rows, tauHours, fasts, rows.hours.length) }];
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
  const rows = rowsOf(stretch.points, first.at, 0);
  const costOf = (outside: Outside): number => {
    const costs = fittedTo(rows, stretch.noise, outside, prior).map(({ cost }) => cost);
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
/** Further ahead nobody knows the weather, and there is time enough to ask again. */
export const HORIZON_HOURS = 168;

/** For how long the air goes on missing the law as it does now. */
const REST_HOURS = 2;

/** How much is left of that so many hours later. */
const REST_LEFT = Array.from({ length: HORIZON_HOURS + 1 }, (_, hours) => Math.exp(-hours / REST_HOURS));

/** Measured less explained, in °C, of the newest readings. */
const residualsOf = ({ rows, terms, unknowns }: Hypothesis, count: number): number[] => {
  const from = Math.max(0, rows.readings.length - count);
  return rows.readings.slice(from).map((celsius, index) => celsius - readAt(terms, unknowns, from + index));
};

/** How far the hypothesis is off, in °C: the median, which a door does not move. */
export const missOf = (hypothesis: Hypothesis): number =>
  median(residualsOf(hypothesis, hypothesis.rows.readings.length).map(Math.abs));

/** What the sensor says at the last reading, in °C: a falling room's newest readings, each brought up to it. */
export const newestBy = (hypothesis: Hypothesis): number =>
  readAt(hypothesis.terms, hypothesis.unknowns, hypothesis.rows.readings.length - 1) +
  median(residualsOf(hypothesis, NEWEST_POINTS));

/**
 * How the hypothesis goes on from what is `measured` at the last reading: what the sensor reads so many hours
 * later, in °C, if the forecast is off by so many standard errors.
 */
export function goingOn(
  { rows, terms, unknowns }: Hypothesis,
  measured: number,
): (hours: number, weather: number) => number {
  const last = rows.readings.length - 1;
  const rest = measured - readAt(terms, unknowns, last);
  // The same in every weather.
  const expected: number[] = [];
  return (hours, weather) => {
    const row = last + hours;
    expected[hours] ??= readAt(terms, unknowns, row) + rest * (REST_LEFT[hours] ?? 0);
    return expected[hours] + weather * weatheredAt(terms, unknowns, row);
  };
}

/** How far off a forecast turns out, in standard errors: too warm, right and too cold, each as likely. */
export const WEATHERS = [-1.15, 0, 1.15] as const;

/**
 * Hours until what the sensor reads, `measured` now and going on as `readIn`, falls to `limit` (°C), in such weather; ∞
 * where it does not within the horizon.
 */
export function hoursUntil(
  limit: number,
  readIn: ReturnType<typeof goingOn>,
  measured: number,
  weather: number,
): number {
  let before = measured;
  if (before <= limit) return 0;
  for (let hour = 1; hour <= HORIZON_HOURS; hour += 1) {
    const celsius = readIn(hour, weather);
    if (celsius <= limit) return hour - 1 + (before - limit) / (before - celsius);
    before = celsius;
  }
  return Number.POSITIVE_INFINITY;
}
