import { HOUR_MS } from "../../kernel/time.ts";
import { goingOn, rowsAfter } from "./going-on.ts";
import { type Hypothesis, hypotheses, missOf, type TauPrior } from "./hypotheses.ts";
import { mean, outdoorOf, type Past, type Point, thinned } from "./points.ts";

const WINDOW_HOURS_MIN = 10;
/** How old the newest reading may be. */
const NEWEST_HOURS_MAX = 2;
/** A law of cooling that misses by more has a heating, or the sun, at work beside it. In °C. */
const MISS_MAX = 0.6;
/** Warmer than the outdoors by more than this, somebody heats it. In °C. */
const OFFSET_MAX = 8;
/** What follows the outdoors at once by more than half is a balcony: the forecast of the outdoors speaks of it. */
const DRAUGHT_MAX = 0.5;
/** Nothing but the outdoors moves it, the ground and the house beside it keep it warmer by some degrees. */
const LEFT_ALONE = { offset: { mean: 2, sd: 4 }, isKnown: true, fastSd: 0.3, daySd: 0.3 };
const ANY_TAU: TauPrior = { tauHours: 15, spread: 1.2 };

/**
 * The next hours of an unheated space (crawlspace, garage, pump house), in °C: its last day has to be
 * explained by the outdoors alone, past hours of which `outdoor` must hold. Null for a heated or unexplained
 * one.
 */
export function unheatedAhead(past: Past, outdoor: readonly Point[], hours: number): Point[] | null {
  const { recent, now } = past;
  const [first, last, outside] = [recent[0], recent.at(-1), outdoorOf(outdoor)];
  if (first === undefined || last === undefined || outside === null) return null;
  // Late readings alone say nothing of the hours to come.
  if (now - last.at > NEWEST_HOURS_MAX * HOUR_MS) return null;
  const isLongEnough = last.at - first.at >= WINDOW_HOURS_MIN * HOUR_MS;
  if (!isLongEnough || !outdoor.some(({ at }) => at <= first.at + HOUR_MS)) return null;
  const stretch = { points: thinned(recent), noise: past.stretch.noise };
  const all = hypotheses(stretch, { at: outside.at, ...LEFT_ALONE }, ANY_TAU);
  const [best] = all.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined || !isUnheated(best)) return null;
  const measured = mean(recent.slice(-3).map(({ celsius }) => celsius));
  const { expected } = goingOn(best, measured, rowsAfter(last.at, hours, outside.at));
  return expected.map((celsius, hour) => ({ at: last.at + (hour + 1) * HOUR_MS, celsius }));
}

function isUnheated(best: Hypothesis): boolean {
  const [, offset = 0, , draught = 0] = best.unknowns;
  return missOf(best) <= MISS_MAX && Math.abs(offset) <= OFFSET_MAX && draught <= DRAUGHT_MAX;
}
