import type { World } from "../world/world.ts";
import { activityIsComplete } from "./activity.ts";
import { episodes } from "./episodes.ts";
import type { Invariant } from "./invariant.ts";
import { jobsRunOnce } from "./jobs.ts";
import { latestIsNewest } from "./latest.ts";
import { limits } from "./limits.ts";
import { messagesAreTrue, nobodyIsMissed, quietHours } from "./messages.ts";
import { judgedAtOnce, openAsMeasured } from "./prediction.ts";
import { coarserAgrees, readingsOnce, snapshotsOnce } from "./readings.ts";
import { readsAreTrue } from "./reads.ts";

/** Everybody takes locks in one order, so PostgreSQL never aborts a transaction because of a deadlock. */
const nobodyWaitsInACircle: Invariant = {
  name: "no two wait for each other",
  check: ({ contention }) => ({
    checked: contention === null ? 0 : 1,
    broken: contention?.deadlocks.splice(0) ?? [],
  }),
};

const EVERY_STEP: readonly Invariant[] = [
  snapshotsOnce,
  latestIsNewest,
  episodes,
  judgedAtOnce,
  messagesAreTrue,
  quietHours,
  limits,
  jobsRunOnce,
  activityIsComplete,
  readsAreTrue,
  nobodyWaitsInACircle,
];

const END: readonly Invariant[] = [
  ...EVERY_STEP,
  readingsOnce,
  coarserAgrees,
  openAsMeasured,
  nobodyIsMissed,
];

export const atEveryStep = (world: World, checked: Record<string, number>) =>
  check(EVERY_STEP, world, checked);

export const atEnd = (world: World, checked: Record<string, number>) => check(END, world, checked);

async function check(
  invariants: readonly Invariant[],
  world: World,
  checked: Record<string, number>,
): Promise<string[]> {
  const all: string[] = [];
  for (const { name, check: judge } of invariants) {
    const verdict = await judge(world);
    checked[name] = (checked[name] ?? 0) + verdict.checked;
    all.push(...verdict.broken.map((sentence) => `${name}: ${sentence}`));
  }
  return all;
}
