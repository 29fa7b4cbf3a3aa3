import { LIMITS } from "../../schema/limits.ts";
import { SECOND_MS } from "../kernel/time.ts";

/**
 * How many wrong codes of the last 24 hours cost nothing, and how long the next try waits beyond them: the
 * first wait, doubled with every further wrong code up to the longest. A wait is counted from the last wrong
 * code.
 */
export type CodeBudget = { free: number; firstWaitMs: number; waitMsMax: number };

const patient = (free: number): CodeBudget => ({
  free,
  firstWaitMs: LIMITS.signInWaitSeconds * SECOND_MS,
  waitMsMax: LIMITS.signInWaitSecondsMax * SECOND_MS,
});

/**
 * What is counted together. `pair`: an address from one network. `address`, `network` and `service` count
 * only networks from which the address has never signed in, so that a stranger's guesses delay nobody at
 * home.
 */
export const CODE_BUDGETS = {
  pair: patient(LIMITS.signInWrongCodesPerPair),
  address: patient(LIMITS.signInWrongCodesPerAddress),
  network: patient(LIMITS.signInWrongCodesPerNetwork),
  service: {
    free: LIMITS.signInWrongCodesInAll,
    firstWaitMs: LIMITS.signInWaitInAllSeconds * SECOND_MS,
    waitMsMax: LIMITS.signInWaitInAllSecondsMax * SECOND_MS,
  },
} as const satisfies Record<string, CodeBudget>;
export type CodeBudgetName = keyof typeof CODE_BUDGETS;

/**
 * The waits in ms, by the number of wrong codes beyond the free ones, from 0; the last one holds from there
 * on.
 */
export function waitsOf({ firstWaitMs, waitMsMax }: CodeBudget): number[] {
  const waits = [firstWaitMs];
  for (let wait = firstWaitMs; wait < waitMsMax; ) {
    wait = Math.min(wait * 2, waitMsMax);
    waits.push(wait);
  }
  return waits;
}
