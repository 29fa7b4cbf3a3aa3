import { median } from "../median.ts";
import type { Hypothesis } from "./hypotheses.ts";
import { hoursUntil, type OutdoorSteps } from "./predict.ts";
import type { Stretch } from "./stretch.ts";

export const FREEZING_CELSIUS = 0;

/** So many of the newest readings say where the home is now; a door that is open just now is outvoted. */
const NEWEST_POINTS = 5;
/** What air that moves about adds to a reading's noise. In °C. */
const NOW_ERROR = 0.12;

/** Three points that stand for a normal distribution: its middle and 1.3 standard deviations to either side. */
const ENDS = [
  { sigmas: -1.3, share: 0.3 },
  { sigmas: 0, share: 0.4 },
  { sigmas: 1.3, share: 0.3 },
] as const;
/** Less than that of the whole weight is not worth stepping through a forecast for. */
const WEIGHT_MIN = 1e-3;

/**
 * From where the home is now: the fit, put right by what the newest readings say otherwise, give or take. `outdoor`
 * from the stretch's last point on.
 */
export function hoursLeft(
  hypothesis: Hypothesis,
  { noise }: Stretch,
  outdoor: OutdoorSteps,
): { value: number; weight: number }[] {
  const { end, residuals, weight } = hypothesis;
  if (weight < WEIGHT_MIN) return [];
  const middle = end + median(residuals.slice(-NEWEST_POINTS));
  const error = Math.hypot(noise, NOW_ERROR) / Math.sqrt(NEWEST_POINTS);
  return ENDS.map(({ sigmas, share }) => ({
    value: hoursUntil(FREEZING_CELSIUS, middle + sigmas * error, { ...hypothesis, outdoor }),
    weight: weight * share,
  }));
}

/** Standard deviation of ln τ. */
export function spreadOf(candidates: readonly Hypothesis[]): number {
  const moment = (of: (logTau: number) => number): number =>
    candidates.reduce((sum, { tauHours, weight }) => sum + weight * of(Math.log(tauHours)), 0);
  const middle = moment((logTau) => logTau);
  return Math.sqrt(moment((logTau) => (logTau - middle) ** 2));
}
