import { mutantsMet } from "./active.ts";
import { cpuMs } from "./cpu-time.ts";
import { importFile } from "./load-mutated.ts";
import { type Case, collect } from "./vitest.ts";

export type Known = Case & { file: string; milliseconds: number };

/** What a run of all tests tells while no mutant is active. */
export type Rehearsed = {
  /** The tests that meet a mutant. */
  metBy: ReadonlyMap<number, Known[]>;
  /** Mutants that are met while files are loaded. */
  atLoad: ReadonlySet<number>;
  /** Tests that fail here without any mutant: they are left out. */
  failing: string[];
};

export async function rehearse(tests: readonly string[]): Promise<Rehearsed> {
  const metBy = new Map<number, Known[]>();
  const atLoad = new Set<number>();
  const failing: string[] = [];
  for (const file of tests) {
    let cases: Case[] = [];
    const loading = await mutantsMet(async () => {
      cases = await collect(file, () => importFile(file, 0));
    });
    for (const id of loading) atLoad.add(id);
    for (const each of cases) {
      const began = cpuMs();
      try {
        const met = await mutantsMet(async () => each.run());
        const known = { ...each, file, milliseconds: cpuMs() - began };
        for (const id of met) {
          const others = metBy.get(id);
          if (others === undefined) metBy.set(id, [known]);
          else others.push(known);
        }
      } catch (error) {
        failing.push(`${file}: ${each.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  return { metBy, atLoad, failing };
}
