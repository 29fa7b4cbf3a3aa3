import type { Point } from "./codec/chunk.ts";

/**
 * What a bucket tells of the readings in it, in the sensor's own unit. Never of nothing: `count` is at least
 * 1.
 */
export type Aggregate = {
  count: number;
  min: number;
  max: number;
  avg: number;
  /** The value read last, and when: epoch microseconds. */
  last: number;
  lastAtMicros: number;
};

export const aggregateOf = ({ atMicros, value }: Point): Aggregate => ({
  count: 1,
  min: value,
  max: value,
  avg: value,
  last: value,
  lastAtMicros: atMicros,
});

/**
 * Whether `a` was read after `b`; at one moment the greater value counts, so that the order of merging does
 * not.
 */
const isLater = (a: Aggregate, b: Aggregate): boolean =>
  a.lastAtMicros === b.lastAtMicros ? a.last > b.last : a.lastAtMicros > b.lastAtMicros;

/** Rounding must not show an average that was colder than the coldest moment. */
const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/**
 * Both together, whichever came first: a late reading merges into its bucket like any other. The two must
 * share no reading. All but `avg` are exact; `avg` is, to some units in the last place, the same in every
 * order.
 */
export function mergeAggregates(a: Aggregate, b: Aggregate): Aggregate {
  const count = a.count + b.count;
  const [min, max] = [Math.min(a.min, b.min), Math.max(a.max, b.max)];
  const latest = isLater(a, b) ? a : b;
  return {
    count,
    min,
    max,
    avg: between(min, a.avg + (b.avg - a.avg) * (b.count / count), max),
    last: latest.last,
    lastAtMicros: latest.lastAtMicros,
  };
}

/** A day's aggregate, and when its lowest and highest value were first read. Epoch microseconds. */
export type DayStats = Aggregate & { minAtMicros: number; maxAtMicros: number };

export const dayStatsOf = (point: Point): DayStats => ({
  ...aggregateOf(point),
  minAtMicros: point.atMicros,
  maxAtMicros: point.atMicros,
});

type Extreme = { value: number; at: number };

const timeOf = (wanted: number, a: Extreme, b: Extreme): number => {
  if (a.value === b.value) return Math.min(a.at, b.at);
  return a.value === wanted ? a.at : b.at;
};

const lowOf = ({ min, minAtMicros }: DayStats): Extreme => ({ value: min, at: minAtMicros });
const highOf = ({ max, maxAtMicros }: DayStats): Extreme => ({ value: max, at: maxAtMicros });

/** Merges as `mergeAggregates` does; of two equal extremes the earlier time stays. */
export function mergeDayStats(a: DayStats, b: DayStats): DayStats {
  const merged = mergeAggregates(a, b);
  return {
    ...merged,
    minAtMicros: timeOf(merged.min, lowOf(a), lowOf(b)),
    maxAtMicros: timeOf(merged.max, highOf(a), highOf(b)),
  };
}
