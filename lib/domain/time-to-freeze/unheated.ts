import type { Moment } from "../alerts/evidence.ts";
import { median } from "../median.ts";
import { type Hypothesis, hypotheses, type TauPrior } from "./hypotheses.ts";
import { outdoorOf } from "./outdoor.ts";
import { binned, HOUR_MS, mean, noiseOf, type Point } from "./points.ts";
import { hourlyAhead, outdoorSteps } from "./predict.ts";

const WINDOW_HOURS = 30;
const WINDOW_HOURS_MIN = 10;
/** A law of cooling that misses by more has a heating, or the sun, at work beside it. In °C. */
const MISS_MAX = 0.6;
/** Warmer than the outdoors by more than this, somebody heats it. In °C. */
const OFFSET_MAX = 8;
const ANY_OFFSET = { mean: 2, sd: 4 };
const ANY_TAU: TauPrior = { tauHours: 15, spread: 1.2 };

/**
 * The next hours of an unheated space (crawlspace, garage, pump house), in °C: its last day has to be explained
 * by the outdoors alone, past hours of which `outdoor` must hold. Null for a heated or unexplained one.
 */
export function unheatedAhead(
  points: readonly Point[],
  outdoor: readonly Point[],
  now: Moment,
  hours: number,
): Point[] | null {
  const recent = binned(points, now - WINDOW_HOURS * HOUR_MS, now);
  const [first, last, outside] = [recent[0], recent.at(-1), outdoorOf(outdoor)];
  if (first === undefined || last === undefined || outside === null) return null;
  const isLongEnough = last.at - first.at >= WINDOW_HOURS_MIN * HOUR_MS;
  if (!isLongEnough || !outdoor.some(({ at }) => at <= first.at + HOUR_MS)) return null;
  const stretch = { points: recent, noise: noiseOf(recent) };
  const best = likeliest(hypotheses(stretch, { ...outside, prior: ANY_OFFSET, isKnown: true }, ANY_TAU));
  if (best === null || !isUnheated(best)) return null;
  const from = best.end + mean(best.residuals.slice(-3));
  return hourlyAhead(from, last.at, hours, { ...best, outdoor: outdoorSteps(outside, last.at) });
}

const likeliest = (candidates: readonly Hypothesis[]): Hypothesis | null =>
  candidates.reduce<Hypothesis | null>(
    (best, next) => (best === null || next.weight > best.weight ? next : best),
    null,
  );

const isUnheated = ({ residuals, offset }: Hypothesis): boolean =>
  median(residuals.map(Math.abs)) <= MISS_MAX && Math.abs(offset) <= OFFSET_MAX;
