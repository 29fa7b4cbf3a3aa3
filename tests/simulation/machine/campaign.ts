import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Machine } from "./machine.ts";
import { playMachine } from "./play.ts";

export type MachineCampaign = { from: number; seeds: number; events: number; minutes: number };

/** `npm run simulate -- --machine`: histories of the real process tree, one after the other; gives the exit code. */
export async function machineCampaign({ from, seeds, events, minutes }: MachineCampaign): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-machine-"));
  const machine = await Machine.open(folder);
  const until = Date.now() + minutes * 60_000;
  let played = 0;
  try {
    for (let seed = from; seed < from + seeds && Date.now() < until; seed += 1) {
      played += 1;
      for (const line of await playMachine(machine, seed, events)) console.log(line);
    }
  } finally {
    await machine.close();
  }
  const { acknowledged, violations } = machine;
  console.log(
    `${played} histories of ${events} acts on one machine: ${acknowledged.length} posts acknowledged, ${violations.length} promises broken`,
  );
  return violations.length === 0 ? 0 : 1;
}
