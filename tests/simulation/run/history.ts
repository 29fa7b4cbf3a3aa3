import { calmDown, staySignedIn } from "../acts/calm-down.ts";
import { perform } from "../acts/perform.ts";
import { atEnd, atEveryStep } from "../invariants/all.ts";
import { type Chance, chanceOf } from "../stage/chance.ts";
import { drawRandomFrom } from "../stage/ordered-crypto.ts";
import type { SimulatedDatabase } from "../stage/simulated-database.ts";
import { openWorld } from "../world/open-world.ts";
import type { World } from "../world/world.ts";
import type { Plan, PlannedEvent } from "./plan.ts";

/** `broken` names the invariant and the violation; `after` is the event, null at the end. */
export type Violation = { broken: string; after: number | null };

export type Played = { violations: Violation[]; tally: World["tally"]; checked: Record<string, number> };

/** The longest wait of a statement: after it the statement has run, or never will. */
const LATE_MS_MAX = 50 * 60_000;
const DAY_MS = 86_400_000;
const BEFORE_MIDNIGHT_MS_MAX = 3_000;

/** Plays a history to its end, or to the first violation. */
export async function playHistory(database: SimulatedDatabase, plan: Plan): Promise<Played> {
  const world = await openWorld(database, plan);
  try {
    return await playWorld(world, plan);
  } finally {
    await world.contention?.close();
  }
}

async function playWorld(world: World, plan: Plan): Promise<Played> {
  const checked: Record<string, number> = {};
  for (const event of plan.events) {
    await playEvent(world, event);
    const violations = await atEveryStep(world, checked);
    if (violations.length > 0) return played(world, checked, violations, event.id);
  }
  await calmDown(world, chanceOf(plan.seed + 1));
  return played(world, checked, await atEnd(world, checked), null);
}

async function playEvent(world: World, event: PlannedEvent): Promise<void> {
  const { stage } = world;
  const chance = chanceOf(event.seed);
  const afterMs = event.isAtMidnight ? untilMidnight(stage.nowMs, chance) : event.afterMs;
  if (afterMs > LATE_MS_MAX) await stage.catchUp();
  stage.nowMs += afterMs;
  if (afterMs > LATE_MS_MAX) await staySignedIn(world);
  drawRandomFrom(chance.bytes);
  await stage.play(chance, perform({ world, chance }, event));
}

const untilMidnight = (nowMs: number, chance: Chance): number =>
  Math.max(0, DAY_MS - (nowMs % DAY_MS) - chance.int(1, BEFORE_MIDNIGHT_MS_MAX));

const played = (
  world: World,
  checked: Record<string, number>,
  broken: string[],
  after: number | null,
): Played => ({ violations: broken.map((one) => ({ broken: one, after })), tally: world.tally, checked });
