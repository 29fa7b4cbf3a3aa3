import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Machine } from "../simulation/machine/machine.ts";
import { actsOf, playMachine } from "../simulation/machine/play.ts";
import { anotherUser } from "../simulation/machine/user.ts";
import { memoryFolder } from "../support/memory-folder.ts";

/** Twenty short histories of real processes; `npm run simulate -- --machine` plays longer and more of them. */

const OPEN_MS_MAX = 120_000;
const HISTORY_MS_MAX = 180_000;
/** Each begins with another act, and most with one that no other plays. */
const HISTORIES = 16;
/** It has tests of its own beside this one, which damage the same backup in the same ways. */
const NOT_HERE = ["a backup is damaged"];
/** The power, a backup. */
const HISTORIES_AS_ANOTHER = [6, 10];

const another = anotherUser();
if (another === null) console.warn("SKIPPED: only root can start the machine as another user");

// Windows knows no signals.
describe.skipIf(process.platform === "win32")("one machine keeps what it has acknowledged", () => {
  let machine: Machine;
  const played = new Set<string>();
  beforeAll(async () => {
    machine = await Machine.open({ folder: await memoryFolder("hearthwatch-machine-") });
  }, OPEN_MS_MAX);
  afterAll(() => machine?.close());

  test.each(Array.from({ length: HISTORIES }, (_, place) => place))(
    "in history %i",
    { timeout: HISTORY_MS_MAX },
    async (seed) => {
      const known = actsOf(machine);
      if (NOT_HERE.includes(known[seed % known.length]?.name ?? "")) return;
      const { acts, violations } = await playMachine(machine, seed, 1);
      for (const act of acts) played.add(act);
      expect(violations).toEqual([]);
    },
  );

  test("and every act was played that can be here", () => {
    expect([...played].toSorted()).toEqual(
      actsOf(machine)
        .map(({ name }) => name)
        .filter((name) => !NOT_HERE.includes(name))
        .toSorted(),
    );
  });
});

describe.skipIf(another === null)("a machine of another user keeps what it has acknowledged", () => {
  let machine: Machine;
  beforeAll(async () => {
    const folder = await memoryFolder("hearthwatch-machine-");
    machine = await Machine.open({ folder, user: another ?? undefined });
  }, OPEN_MS_MAX);
  afterAll(() => machine?.close());

  test.each(HISTORIES_AS_ANOTHER)("in history %i", { timeout: HISTORY_MS_MAX }, async (seed) => {
    expect((await playMachine(machine, seed, 1)).violations).toEqual([]);
  });
});
