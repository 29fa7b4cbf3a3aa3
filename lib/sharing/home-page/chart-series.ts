import type { Resolution } from "../../../schema/vocabulary.ts";

/** How much of a sensor's past a chart shows, and in which buckets. */
export const CHART_RANGES = {
  "24h": { days: 1, resolution: "15m" },
  "7d": { days: 7, resolution: "1h" },
  "30d": { days: 30, resolution: "1h" },
  "1y": { days: 365, resolution: "1d" },
} as const satisfies Record<string, { days: number; resolution: Resolution }>;
export type ChartRange = keyof typeof CHART_RANGES;

export const isChartRange = (text: string | undefined): text is ChartRange =>
  text !== undefined && Object.hasOwn(CHART_RANGES, text);

/** A bucket: `at` its start in epoch milliseconds, `value` its mean, of a state its last value. */
export type ChartPoint = { at: number; value: number; low: number; high: number };

/** What a chart says in a sentence; null of nothing. */
type ChartSummary = { low: number; high: number; last: number; changes: number };

export function chartSummary(points: readonly ChartPoint[]): ChartSummary | null {
  const last = points.at(-1);
  if (last === undefined) return null;
  return {
    low: points.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY),
    high: points.reduce((most, { high }) => Math.max(most, high), Number.NEGATIVE_INFINITY),
    last: last.value,
    changes: points.reduce((count, point, index) => count + changesAt(point, points[index - 1]), 0),
  };
}

/** Of a state: to another value since the bucket before, or away and back within the bucket. */
function changesAt({ value, low, high }: ChartPoint, before: ChartPoint | undefined): number {
  if (before !== undefined && value !== before.value) return 1;
  return low === high ? 0 : before === undefined ? 1 : 2;
}

/** A longer silence than so many buckets is a gap and no line. */
const GAP_BUCKETS_MAX = 3;

/** The points in pieces that are whole; the shortest step between two is a bucket. */
export function piecesOf(points: readonly ChartPoint[]): ChartPoint[][] {
  const steps = points.slice(1, -1).map(({ at }, index) => at - (points[index]?.at ?? at));
  const step = Math.min(...steps);
  const pieces: ChartPoint[][] = [];
  for (const point of points) {
    const before = pieces.at(-1)?.at(-1);
    if (before === undefined || point.at - before.at > step * GAP_BUCKETS_MAX) pieces.push([point]);
    else pieces.at(-1)?.push(point);
  }
  return pieces;
}

/** Gives at most `rowsMax` rows, by merging as many neighbours as it takes. */
export function coarser(points: readonly ChartPoint[], rowsMax: number): ChartPoint[] {
  const size = Math.max(1, Math.ceil(points.length / rowsMax));
  const groups = Array.from({ length: Math.ceil(points.length / size) }, (_, index) =>
    points.slice(index * size, (index + 1) * size),
  );
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        at: first.at,
        value: group.reduce((sum, { value }) => sum + value, 0) / group.length,
        low: Math.min(...group.map(({ low }) => low)),
        high: Math.max(...group.map(({ high }) => high)),
      },
    ];
  });
}
