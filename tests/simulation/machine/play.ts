import { truncate } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Chance, chanceOf } from "../stage/chance.ts";
import type { Machine } from "./machine.ts";

const POSTS_MAX = 4;
const FREEZE_MS_MAX = 1_500;

type Act = {
  name: string;
  weight: number;
  perform(machine: Machine, chance: Chance, seed: number): Promise<void>;
};

/** What happens to a machine, and how often: what takes long comes seldom. */
const ACTS: readonly Act[] = [
  { name: "posts", weight: 8, perform: (machine, chance) => machine.post(chance.int(1, POSTS_MAX)) },
  {
    name: "PostgreSQL is killed while posts arrive",
    weight: 4,
    perform: async (machine, chance) => {
      const posting = machine.post(chance.int(1, POSTS_MAX));
      await machine.signalDatabase("SIGKILL");
      await posting;
      await machine.comesBack();
    },
  },
  {
    name: "PostgreSQL stands still for a while",
    weight: 4,
    perform: async (machine, chance) => {
      await machine.signalDatabase("SIGSTOP");
      const posting = machine.post(1);
      await sleep(chance.int(50, FREEZE_MS_MAX));
      await machine.signalDatabase("SIGCONT");
      await posting;
      await machine.comesBack();
    },
  },
  {
    name: "the service is killed",
    weight: 1,
    perform: async (machine, chance) => {
      const posting = machine.post(chance.int(1, POSTS_MAX));
      await machine.kill();
      await posting;
      await machine.start();
    },
  },
  {
    name: "the service is stopped and started",
    weight: 1,
    perform: async (machine) => {
      await machine.stop();
      await machine.start();
    },
  },
  {
    name: "a backup is made and put back beside",
    weight: 1,
    perform: (machine, _, seed) => machine.backUpAndRestore(`copy-${seed}`, async () => false),
  },
  {
    name: "a backup is cut off",
    weight: 1,
    perform: (machine, chance, seed) =>
      machine.backUpAndRestore(`cut-${seed}`, async (copy) => {
        const file = chance.pick([
          "manifest.json",
          "secrets.json",
          "postgres/PG_VERSION",
          "postgres/backup_label",
        ]);
        await truncate(path.join(copy, file), 1);
        return true;
      }),
  },
];

/** Plays one history of a few acts on the machine; everything but the moment of a kill follows from the seed. */
export async function playMachine(machine: Machine, seed: number, acts: number): Promise<string[]> {
  const chance = chanceOf(seed);
  const played: string[] = [];
  const before = machine.violations.length;
  for (let count = 0; count < acts; count += 1) {
    const act = drawn(chance);
    played.push(act.name);
    await act.perform(machine, chance, seed * 100 + count);
  }
  await machine.comesBack();
  await machine.check();
  return machine.violations.slice(before).map((broken) => `seed ${seed} (${played.join("; ")}): ${broken}`);
}

function drawn(chance: Chance): Act {
  return chance.pick(ACTS.flatMap((act) => Array<Act>(act.weight).fill(act)));
}
