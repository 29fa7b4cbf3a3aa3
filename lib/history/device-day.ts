import type { DeviceRange } from "../kernel/shards.ts";
import { type Aggregate, bucketsOf, coarserBuckets, type DayStats, dayStats } from "./buckets.ts";
import type { Point } from "./codec/chunk.ts";

/** What PostgreSQL's integers end at. */
const NUMBER_MAX = 2 ** 31 - 1;
export const ALL_DEVICES: DeviceRange = { after: 0, upTo: NUMBER_MAX };
export const THE_WHOLE: HistoryShare = { devices: ALL_DEVICES, isForAll: true };

/** One snapshot: values by the sensors' position, from 1; null where a sensor said nothing. */
export type Snapshot = { atMicros: number; values: readonly (number | null)[] };

/** The points of each sensor that has any, by its position, in the order of the snapshots. */
export function seriesOf(snapshots: readonly Snapshot[]): Map<number, Point[]> {
  const series = new Map<number, Point[]>();
  for (const { atMicros, values } of snapshots) {
    for (const [index, value] of values.entries()) {
      if (value === null) continue;
      const points = series.get(index + 1);
      if (points === undefined) series.set(index + 1, [{ atMicros, value }]);
      else points.push({ atMicros, value });
    }
  }
  return series;
}

/** What a chunk holds and what came after it was sealed; of one moment the later word counts. */
export function withLate(sealed: readonly Point[], late: readonly Point[]): Point[] {
  const byTime = new Map([...sealed, ...late].map((point) => [point.atMicros, point.value]));
  return Array.from(byTime, ([atMicros, value]) => ({ atMicros, value })).sort(
    (a, b) => a.atMicros - b.atMicros,
  );
}

/** A bucket of a tier, or a day with the times of its extremes. */
export type TierBucket =
  | { resolution: "15m" | "1h"; startMs: number; figures: Aggregate }
  | { resolution: "1d"; startMs: number; figures: DayStats };

/** All buckets of one sensor's day, of every tier. */
export function tierBuckets(dayStartMs: number, points: readonly Point[]): TierBucket[] {
  const quarters = bucketsOf(points, "15m");
  const day = dayStats(points);
  return [
    ...quarters.map(({ startMs, aggregate }) => ({
      resolution: "15m" as const,
      startMs,
      figures: aggregate,
    })),
    ...coarserBuckets(quarters, "1h").map(({ startMs, aggregate }) => ({
      resolution: "1h" as const,
      startMs,
      figures: aggregate,
    })),
    ...(day === null ? [] : [{ resolution: "1d" as const, startMs: dayStartMs, figures: day }]),
  ];
}

/** The devices of a run, and if it also records how far all of them have come. */
export type HistoryShare = { devices: DeviceRange; isForAll: boolean };

/** The ranges between the numbers at which devices are cut; together they have every number there may ever be. */
export const rangesBetween = (cuts: readonly number[]): DeviceRange[] =>
  [...cuts, NUMBER_MAX].map((upTo, index) => ({ after: cuts[index - 1] ?? 0, upTo }));
