import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { FORECAST_OFFSET, OF_A_HOME, USUAL_TAU } from "../time-to-freeze/estimate.ts";
import { logOdds, type Outside } from "../time-to-freeze/hypotheses.ts";
import { outdoorOf } from "../time-to-freeze/outdoor.ts";
import { binned, mean, noiseOf, type Point, smoothed, thinned } from "../time-to-freeze/points.ts";

const WINDOW_HOURS = 30;
const SMOOTHING_POINTS = 3;
const POINTS_MIN = 4;
/** What held the room until it began to fall is told by the outdoors of these hours. */
const HELD_HOURS = 12;

/**
 * A heating that gives all it can keeps a room warmer than the outdoors by as much as it did when the room began to
 * fall, give or take people and wind; and its radiators go on being warm. In K.
 */
const ALL_IT_CAN = { offsetSd: 4, fastSd: 0.7 } as const;

/**
 * Weighs a heating that is off against one that gives all it can in a frost, by the room's own course since it began to
 * fall: the first lets a room fall towards the outdoors at once and on and on, the second lets it follow them, later
 * and no further. Both obey the same law of cooling with any time constants. Answers the natural logarithm of the odds
 * for off; null where nobody knows the outdoors, or too little was heard since.
 */
export function offOdds(
  points: readonly Point[],
  since: Moment,
  outdoor: readonly Point[],
  now: Moment,
): number | null {
  const known = outdoorOf(outdoor);
  const recent = binned(points, now - WINDOW_HOURS * HOUR_MS, now);
  const falling = recent.filter(({ at }) => at >= since);
  const [first] = falling;
  if (known === null || first === undefined || falling.length < POINTS_MIN) return null;
  const stretch = { points: thinned(smoothed(falling, SMOOTHING_POINTS)), noise: noiseOf(recent) };
  const held = Array.from({ length: HELD_HOURS }, (_, hour) => known.at(first.at - hour * HOUR_MS));
  const off: Outside = { at: known.at, offset: FORECAST_OFFSET, isKnown: true, ...OF_A_HOME };
  const warmerBy = { mean: first.celsius - mean(held), sd: ALL_IT_CAN.offsetSd };
  const on: Outside = { ...off, offset: warmerBy, fastSd: ALL_IT_CAN.fastSd };
  return logOdds(stretch, [off, on], USUAL_TAU);
}
