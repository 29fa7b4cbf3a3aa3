import { seeded } from "../seeded.ts";

/** Chance of one home, and the shapes that it comes in. */
export type Chance = ReturnType<typeof chanceOf>;

export function chanceOf(seed: number) {
  const next = seeded(Math.imul(seed, 2_654_435_761) >>> 0 || 1);
  for (let warmUp = 0; warmUp < 8; warmUp += 1) next();
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    normal,
    between: (low: number, high: number): number => low + (high - low) * next(),
    isHit: (probability: number): boolean => next() < probability,
    /** Now and then far out, as real sensors and real weather are. */
    heavy: (): number => normal() * (next() < 0.05 ? 4 : 1),
  };
}
