import { messageOf } from "../../../lib/kernel/text.ts";
import type { Played } from "./history.ts";
import { type Plan, planOf } from "./plan.ts";
import { shrink } from "./shrink.ts";
import { invariantOf, type Simulator } from "./simulator.ts";

/** A history whose playing threw has failed too. */
export async function playSafely(simulator: Simulator, plan: Plan): Promise<Played> {
  try {
    return await simulator.play(plan);
  } catch (error) {
    const broken = `threw: ${messageOf(error)}`;
    return { violations: [{ broken, after: null }], tally: {}, checked: {} };
  }
}

export const playSeed = (simulator: Simulator, seed: number, events: number): Promise<Played> =>
  playSafely(simulator, planOf(seed, events));

/** What of a failing history is needed for it to fail in the same way. */
export function shrinkSeed(
  simulator: Simulator,
  seed: number,
  events: number,
  broken: string,
): Promise<Plan> {
  const wanted = invariantOf(broken);
  return shrink(planOf(seed, events), async (plan) => {
    const { violations } = await playSafely(simulator, plan);
    return violations.some((violation) => invariantOf(violation.broken) === wanted);
  });
}
