import type { World } from "../world/world.ts";

/** The result of an invariant: how many things were checked, and a sentence for each violation. */
export type Verdict = { checked: number; broken: string[] };

export type Invariant = { name: string; check: (world: World) => Promise<Verdict> | Verdict };

/** Checks all `things`; `fault` returns a violation or null. */
export function judgeEach<T>(things: Iterable<T>, fault: (thing: T) => string | null): Verdict {
  const verdict: Verdict = { checked: 0, broken: [] };
  for (const thing of things) {
    verdict.checked += 1;
    const sentence = fault(thing);
    if (sentence !== null) verdict.broken.push(sentence);
  }
  return verdict;
}

export const together = (verdicts: readonly Verdict[]): Verdict => ({
  checked: verdicts.reduce((sum, { checked }) => sum + checked, 0),
  broken: verdicts.flatMap(({ broken }) => broken),
});
