import { seeded } from "../seeded.ts";

/** A home's own random numbers: the same seed is the same home. */
export type Chance = {
  uniform: () => number;
  /** Standard normal. */
  normal: () => number;
  between: (low: number, high: number) => number;
  /** Evenly in the logarithm. */
  around: (low: number, high: number) => number;
  pick: <T>(choices: readonly T[]) => T;
};

export function chanceOf(seed: number): Chance {
  const uniform = seeded((Math.imul(seed + 1, 0x9e3779b1) >>> 0) | 1);
  for (let warm = 0; warm < 20; warm += 1) uniform();
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
  const between = (low: number, high: number) => low + (high - low) * uniform();
  return {
    uniform,
    normal,
    between,
    around: (low, high) => Math.exp(between(Math.log(low), Math.log(high))),
    pick: (choices) => {
      const chosen = choices[Math.floor(uniform() * choices.length)];
      if (chosen === undefined) throw new Error("nothing to pick from");
      return chosen;
    },
  };
}
