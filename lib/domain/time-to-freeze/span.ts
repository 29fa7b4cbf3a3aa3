import { median } from "../median.ts";
import { hypotheses, type Outside, type TauPrior } from "./hypotheses.ts";
import { HOUR_MS, mean } from "./points.ts";
import type { Stretch } from "./stretch.ts";

/** Candidates for how far back one law of cooling holds, longest last. */
const SPAN_HOURS = [1.5, 2.5, 4, 6, 10] as const;
/** A longer span may miss its readings by so much more than the best one does. */
const TOLERATED = 1.6;
/** Nobody can tell apart what is within this. In °C. */
const MISS_FLOOR = 0.06;

/**
 * The longest part of the stretch, up to now, that one law of cooling explains about as well as any shorter
 * one does: a heating that only kept a low temperature for a while, or a window left open, is cut off.
 */
export function bestSpan(stretch: Stretch, outside: Outside, prior: TauPrior): Stretch {
  const last = stretch.points.at(-1)?.at ?? 0;
  const spans = SPAN_HOURS.map((hours) => ({
    noise: stretch.noise,
    points: stretch.points.filter(({ at }) => at >= last - hours * HOUR_MS),
  })).filter(({ points }) => points.length >= 4 && points.length < stretch.points.length);
  const candidates = [...spans, stretch].map((span) => ({ span, miss: missOf(span, outside, prior) }));
  const least = Math.max(MISS_FLOOR, Math.min(...candidates.map(({ miss }) => miss)));
  const good = candidates.filter(({ miss }) => miss <= TOLERATED * least);
  return good.at(-1)?.span ?? stretch;
}

/** How far the best hypothesis is off: the median, which a door does not move, or that of its second half. */
function missOf(span: Stretch, outside: Outside, prior: TauPrior): number {
  const fits = hypotheses(span, outside, prior);
  const best = fits.reduce((a, b) => (a.weight >= b.weight ? a : b));
  // A curve that should be two shows in the means of its parts, however small the noise is.
  const third = Math.max(1, Math.floor(best.residuals.length / 3));
  const parts = [0, 1, 2].map((part) => mean(best.residuals.slice(part * third, (part + 1) * third)));
  return Math.max(median(best.residuals.map(Math.abs)), ...parts.map(Math.abs));
}
