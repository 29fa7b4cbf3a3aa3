import { messageOf } from "../../../lib/kernel/text.ts";
import { orderCrypto } from "../stage/ordered-crypto.ts";
import { SimulatedDatabase } from "../stage/simulated-database.ts";
import { type Played, playHistory } from "./history.ts";
import { type Plan, type PlannedEvent, planOf } from "./plan.ts";

/** Plays histories one after the other, with its own database. */
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

/** Returns the invariant of a sentence: histories that violate the same one fail alike. */
const invariantOf = (broken: string): string => broken.split(":")[0] ?? broken;

/** Plays a history; an exception counts as a failure, too. */
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

/** Reduces a failing history to what it needs to fail in the same way. */
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

const TRIES_MAX = 120;

/** Finds a smaller plan with the same failure: first fewer events, then fewer acts in an event, then fewer faults. */
async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let least = plan;
  let tries = 0;
  const attempt = async (events: PlannedEvent[]): Promise<boolean> => {
    if (tries >= TRIES_MAX) return false;
    tries += 1;
    const smaller = { ...plan, events };
    const isSame = await fails(smaller);
    if (isSame) least = smaller;
    return isSame;
  };
  for (
    let size = Math.ceil(least.events.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < least.events.length; ) {
      const isGone = await attempt(least.events.toSpliced(from, size));
      if (!isGone) from += size;
    }
  }
  for (const event of [...least.events]) {
    for (const smaller of [
      { ...event, acts: event.acts.slice(0, 1) },
      { ...event, faults: 0 },
    ]) {
      const known = least.events.find(({ id }) => id === event.id);
      const isNew =
        known !== undefined &&
        JSON.stringify({ ...known, ...changed(event, smaller) }) !== JSON.stringify(known);
      if (isNew)
        await attempt(
          least.events.map((one) => (one.id === event.id ? { ...one, ...changed(event, smaller) } : one)),
        );
    }
  }
  return least;
}

const changed = (event: PlannedEvent, smaller: PlannedEvent): Partial<PlannedEvent> =>
  smaller.faults === event.faults ? { acts: smaller.acts } : { faults: smaller.faults };
