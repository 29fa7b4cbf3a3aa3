import { type Chance, chanceOf } from "../stage/chance.ts";
import { ACTS, type Act } from "./acts.ts";
import type { Machine } from "./machine.ts";

interface PlayedMachine {
  acts: string[];
  violations: string[];
}

/** What this machine can play: not everybody may mount a disk or has a compiler. */
export const actsOf = ({ clock, disk }: Machine): readonly Act[] =>
  ACTS.filter((act) => (act.needs !== "clock" || clock !== null) && (act.needs !== "disk" || disk !== null));

/**
 * Plays one history of a few acts on the machine; everything but the moment of a kill follows from the seed. Of
 * neighbouring seeds each begins with another act.
 */
export async function playMachine(machine: Machine, seed: number, count: number): Promise<PlayedMachine> {
  const chance = chanceOf(seed);
  const acts: string[] = [];
  const before = machine.violations.length;
  const known = actsOf(machine);
  for (let place = 0; place < count && machine.violations.length === before; place += 1) {
    const act = (place === 0 ? known[seed % known.length] : undefined) ?? drawn(known, chance);
    acts.push(act.name);
    await act.perform(machine, chance, `${seed}-${place}`);
  }
  if (machine.violations.length === before) {
    await machine.comesBack();
    await machine.check();
  }
  const violations = machine.violations.slice(before);
  return { acts, violations: violations.map((broken) => `seed ${seed} (${acts.join("; ")}): ${broken}`) };
}

const drawn = (known: readonly Act[], chance: Chance): Act =>
  chance.pick(known.flatMap((act) => Array<Act>(act.weight).fill(act)));
