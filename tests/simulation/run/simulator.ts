import { orderCrypto } from "../stage/ordered-crypto.ts";
import { SimulatedDatabase } from "../stage/simulated-database.ts";
import { type Played, playHistory } from "./history.ts";
import type { Plan } from "./plan.ts";

/** Plays histories, one after the other, over a database of its own. */
export type Simulator = { play(plan: Plan): Promise<Played>; calls(): number; close(): Promise<void> };

type SimulatorOptions = { server: string; database: string; template: string };

export async function openSimulator({ server, database, template }: SimulatorOptions): Promise<Simulator> {
  const simulated = await SimulatedDatabase.open(server, database, template);
  const restoreCrypto = orderCrypto();
  return {
    play: (plan) => playHistory(simulated, plan),
    calls: () => simulated.calls,
    close: async () => {
      restoreCrypto();
      await simulated.close();
    },
  };
}

/** The invariant that a sentence is about: histories that break the same one fail alike. */
export const invariantOf = (broken: string): string => broken.split(":")[0] ?? broken;
