/** A range that was told, in hours from then, and how long it took. `hoursHigh` null: perhaps never. */
export type ScoredRange = { hours: number; hoursLow: number; hoursHigh: number | null; tookHours: number };

/** A range is meant to hold this share of what comes. */
const SHARE = 0.8;
/** Earlier homes (`bench/time-to-freeze.ts`) count as this many ranges that were as good as they said. */
const USUAL_WORTH = 15;
/**
 * The misses of those, as shares of the way from the middle to the end of the range: a normal distribution's
 * quantiles.
 */
const USUAL = [0.05, 0.15, 0.25, 0.36, 0.47, 0.58, 0.72, 0.9, 1.12, 1.53] as const;
/** A lucky home's ranges stay honest, and an unlucky one's say something. */
const FACTOR = { least: 0.8, most: 2.5 } as const;
/** Nobody can tell less than this from the middle. */
const HALF_HOURS_MIN = 0.25;

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
