/**
 * A room is at a limit before its course is: a door opens, a reading errs, and a thermometer in its case follows the
 * air some minutes later.
 */
export const EARLIER_HOURS = 0.15;

type Weighted = { value: number; weight: number };

/** The values that these shares of the weight lie below: straight between two values' middles, ∞ sorts last. */
export function quantiles(values: readonly Weighted[], shares: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const whole = sorted.reduce((total, { weight }) => total + weight, 0);
  let sum = 0;
  const middles = sorted.map(({ value, weight }) => {
    sum += weight;
    return { value, at: (sum - weight / 2) / whole };
  });
  return shares.map((share) => {
    const index = middles.findIndex(({ at }) => at >= share);
    const [before, after] = [middles[index - 1], middles.at(index)];
    if (before === undefined || after === undefined) return after?.value ?? Number.NaN;
    const part = (share - before.at) / Math.max(after.at - before.at, 1e-12);
    if (!Number.isFinite(after.value)) return part < 0.5 ? before.value : after.value;
    return before.value + part * (after.value - before.value);
  });
}

/**
 * What homes do to answers beyond what a law of cooling knows: people, doors, wind. As a share of the hours said and
 * in hours, both standard errors, from homes of another physics than any that is fitted (`bench/time-to-freeze.ts`).
 */
const USUAL_ERROR = { share: 0.2, hours: 0.6 } as const;

/** Five points that stand for a normal distribution, each as likely as the others. */
const SIGMAS = [-1.4, -0.53, 0, 0.53, 1.4] as const;

/** The hours as they may turn out: each some minutes earlier, and spread by the usual error. ∞ (never) stays what it is. */
export const withError = (hours: readonly Weighted[]): Weighted[] =>
  hours.flatMap(({ value, weight }) => {
    if (!Number.isFinite(value)) return [{ value, weight }];
    return SIGMAS.map((sigmas) => ({
      value: Math.max(
        0,
        value - EARLIER_HOURS + sigmas * Math.hypot(USUAL_ERROR.share * value, USUAL_ERROR.hours),
      ),
      weight: weight / SIGMAS.length,
    }));
  });
