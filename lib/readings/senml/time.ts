import { isAccepted } from "../clock-lag.ts";

/** Below 2^28 a time is relative to now (RFC 8428, 4.5.3); tested on the sum of base time and time. */
const RELATIVE_BELOW_SECONDS = 2 ** 28;

/** Epoch milliseconds, kept to the microsecond, of a pack's time; NaN or infinite where it is none. */
export const momentOf = (seconds: number, nowMs: number): number => {
  const ms = Math.round(seconds * 1e6) / 1e3;
  return seconds < RELATIVE_BELOW_SECONDS ? nowMs + ms : ms;
};

type Point = { series: string; moment: number };

const bySeries = <T extends Point>(points: T[]): Map<string, T[]> => Map.groupBy(points, (one) => one.series);

/** Moments 1 ms apart that end at now, in the order of the points' own times, which may be infinite. */
const spaced = <T extends Point>(points: T[], nowMs: number): [T, number][] => {
  const ordered = points.toSorted((a, b) => a.moment - b.moment || 0);
  return ordered.map((point, at) => [point, nowMs - (ordered.length - 1 - at)]);
};

/**
 * New moments for points whose own times can't be (a clock that never was set). A single one gets the receive
 * time. Several of one series must not fall together: they keep their distances, counted back from the newest
 * such point of the pack, or stand 1 ms apart where that would reach too far back.
 */
const movedMoments = <T extends Point>(rejected: T[], nowMs: number): [T, number][] => {
  const newest = rejected.reduce((latest, { moment }) => Math.max(latest, moment), Number.NEGATIVE_INFINITY);
  return [...bySeries(rejected).values()].flatMap((points): [T, number][] => {
    if (points.length === 1) return spaced(points, nowMs);
    const moved = points.map((point): [T, number] => [point, nowMs - (newest - point.moment)]);
    return moved.every(([, moment]) => isAccepted(moment, nowMs)) ? moved : spaced(points, nowMs);
  });
};

/**
 * How far the newest of a pack's times lies before its receipt, in seconds (negative: after it), where none of them can
 * be; null where any is taken.
 */
export function lagOfRejected(points: readonly Point[], nowMs: number): number | null {
  if (points.length === 0 || points.some(({ moment }) => isAccepted(moment, nowMs))) return null;
  const lag = (nowMs - Math.max(...points.map(({ moment }) => moment))) / 1_000;
  return Number.isFinite(lag) ? lag : null;
}

/** The moment of every point, the oldest first; no two points of a series share one. */
export const settleMoments = <T extends Point>(points: T[], nowMs: number): Map<T, number> => {
  const accepted = points.filter(({ moment }) => isAccepted(moment, nowMs));
  const rejected = points.filter(({ moment }) => !isAccepted(moment, nowMs));
  const settled = new Map(accepted.map((point) => [point, point.moment]));
  const taken = new Set(accepted.map(({ series, moment }) => `${moment} ${series}`));
  // The newest first, so that a moment already taken pushes the older ones further back.
  const moved = movedMoments(rejected, nowMs).toSorted(([, a], [, b]) => b - a);
  const lastOf = new Map<string, number>();
  for (const [point, wanted] of moved) {
    const last = lastOf.get(point.series);
    let moment = last !== undefined && wanted >= last ? last - 1 : wanted;
    while (taken.has(`${moment} ${point.series}`)) moment -= 1;
    lastOf.set(point.series, moment);
    settled.set(point, moment);
  }
  return new Map([...settled].toSorted(([, a], [, b]) => a - b));
};
