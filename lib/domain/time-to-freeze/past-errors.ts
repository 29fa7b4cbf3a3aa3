import type { Weighted } from "./weighted.ts";

/**
 * What homes do to answers beyond what a law of cooling knows: people, doors, wind. As a share of the hours said and
 * in hours, both standard errors, from homes of another physics than any that is fitted (`bench/time-to-freeze.ts`).
 */
const USUAL_ERROR = { share: 0.2, hours: 0.6 } as const;

/**
 * A room is at a limit before its course is: a door opens, a reading errs, and a thermometer in its case follows the
 * air some minutes later.
 */
export const EARLIER_HOURS = 0.15;

/** Five points that stand for a normal distribution, each as likely as the others. */
const SIGMAS = [-1.4, -0.53, 0, 0.53, 1.4] as const;

/** The hours as they may turn out: each some minutes earlier, and spread by the usual error. ∞ (never) stays what it is. */
export const withError = (hours: readonly Weighted[]): Weighted[] =>
  hours.flatMap(({ value, weight }) => {
    if (!Number.isFinite(value)) return [{ value, weight }];
    return SIGMAS.map((sigmas) => ({
      value: Math.max(
        0,
        value - EARLIER_HOURS + sigmas * Math.hypot(USUAL_ERROR.share * value, USUAL_ERROR.hours),
      ),
      weight: weight / SIGMAS.length,
    }));
  });
