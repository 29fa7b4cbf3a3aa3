import type { Weighted } from "./weighted.ts";

/** How an earlier answer turned out: hours said and hours it took, from when it was given. */
export type Outcome = { said: number; took: number };

/**
 * What homes do to answers beyond what a law of cooling knows: people, doors, wind. As a share of the hours said and
 * in hours, both standard errors, from homes of another physics than any that is fitted (`bench/time-to-freeze.ts`).
 */
const USUAL_ERROR = { share: 0.2, hours: 0.45 } as const;
/** The usual error counts as much as so many outcomes of the home's own. */
const USUAL_WORTH = 8;
const OUTCOMES_MAX = 40;
/** Very near the end a ratio says nothing. */
const HOURS_MIN = 1;
const SHARE_MAX = 0.6;

/** The standard error of an answer of this home, as a share of the hours said, by how its earlier ones turned out. */
export function errorShare(outcomes: readonly Outcome[]): number {
  const counted = outcomes
    .filter(({ said, took }) => said >= HOURS_MIN && took >= HOURS_MIN)
    .slice(-OUTCOMES_MAX);
  const squares = counted.reduce((sum, { said, took }) => sum + Math.log(took / said) ** 2, 0);
  const usual = USUAL_ERROR.share ** 2 * USUAL_WORTH;
  return Math.min(SHARE_MAX, Math.sqrt((usual + squares) / (USUAL_WORTH + counted.length)));
}

/** Five points that stand for a normal distribution, each as likely as the others. */
const SIGMAS = [-1.4, -0.53, 0, 0.53, 1.4] as const;

/** The hours as they may turn out: each spread by the error. ∞ (never) stays what it is. */
export const withError = (hours: readonly Weighted[], share: number): Weighted[] =>
  hours.flatMap(({ value, weight }) => {
    if (!Number.isFinite(value)) return [{ value, weight }];
    return SIGMAS.map((sigmas) => ({
      value: Math.max(0, value + sigmas * Math.hypot(share * value, USUAL_ERROR.hours)),
      weight: weight / SIGMAS.length,
    }));
  });
