/**
 * A room is at a limit before its course is: a door opens, a reading errs, and a thermometer in its case follows the
 * air some minutes later.
 */
export const EARLIER_HOURS = 0.15;
/** A range is meant to hold this share of what comes. */
const SHARE = 0.8;
/** Earlier homes (`bench/time-to-freeze.ts`) count as this many ranges that were as good as they said. */
const USUAL_WORTH = 15;
/** Nobody can tell less than this from the middle. */
const HALF_HOURS_MIN = 0.25;

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

/** A notified range, in hours from then, and how long it really took. `hoursHigh` null: perhaps never. */
export type ScoredRange = { hours: number; hoursLow: number; hoursHigh: number | null; tookHours: number };

/**
 * The misses of those, as shares of the way from the middle to the end of the range: a normal distribution's
 * quantiles.
 */
const USUAL = [0.05, 0.15, 0.25, 0.36, 0.47, 0.58, 0.72, 0.9, 1.12, 1.53] as const;
/** A lucky home's ranges stay honest, and an unlucky one's say something. */
const FACTOR = { least: 0.8, most: 2.5 } as const;

/**
 * The factor by which a home's ranges have to be wider (or may be narrower) to have held four of five of its
 * own outcomes: the quantile of how far off these were, in half ranges, together with what is usual.
 */
export function rangeFactor(scored: readonly ScoredRange[]): number {
  const own = scored.map((range) => ({ miss: missOf(range), weight: 1 }));
  const usual = USUAL.map((miss) => ({ miss, weight: USUAL_WORTH / USUAL.length }));
  const sorted = [...own, ...usual].toSorted((a, b) => a.miss - b.miss);
  const wanted = SHARE * sorted.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  for (const { miss, weight } of sorted) {
    sum += weight;
    if (sum >= wanted) return Math.min(FACTOR.most, Math.max(FACTOR.least, miss));
  }
  return FACTOR.most;
}

/** 1 at the end of the range, in either direction. */
function missOf({ hours, hoursLow, hoursHigh, tookHours }: ScoredRange): number {
  const half = tookHours < hours ? hours - hoursLow : (hoursHigh ?? Number.POSITIVE_INFINITY) - hours;
  return Math.abs(tookHours - hours) / Math.max(HALF_HOURS_MIN, half);
}

/** The range with both its ends moved away from the middle, or towards it. */
export function widened<R extends { hours: number; hoursLow: number; hoursHigh: number | null }>(
  range: R,
  factor: number,
): R {
  const { hours, hoursLow, hoursHigh } = range;
  return {
    ...range,
    hoursLow: Math.max(0, hours - factor * (hours - hoursLow)),
    hoursHigh: hoursHigh === null ? null : hours + factor * (hoursHigh - hours),
  };
}
