import { expect, test } from "vitest";
import { Slices } from "../../../lib/kernel/slices.actions.ts";
import { inSteps } from "../../../lib/kernel/steps.ts";

const NUMBERS = Array.from({ length: 10 }, (_, index) => index);

/** What two pieces of work did, and when others had their turn in between. */
async function played(size: number, sizeOf?: (item: number) => number) {
  const log: (number | "others")[] = [];
  const slices = new Slices(size, async () => {
    await Promise.resolve();
    log.push("others");
  });
  const work = (item: number): number[] => {
    log.push(item);
    return [2 * item];
  };
  const results = await Promise.all(
    [NUMBERS, NUMBERS].map((all) => slices.through(inSteps(all, work, sizeOf))),
  );
  const between = log
    .join(" ")
    .split("others")
    .map((slice) => slice.trim().split(" ").filter(Boolean).length);
  return { results, most: Math.max(...between), turns: between.length - 1 };
}

test("others get their turn after so many steps of all the work, and each piece has its result", async () => {
  const { results, most, turns } = await played(4);
  const doubled = NUMBERS.map((each) => 2 * each);
  expect(results).toEqual([doubled, doubled]);
  expect(most).toBeLessThanOrEqual(5);
  expect(turns).toBeGreaterThanOrEqual(4);
});

test("others get their turn sooner where steps are larger", async () => {
  expect((await played(4, () => 4)).most).toBeLessThanOrEqual(2);
});

test("what takes fewer steps is done in one piece", async () => {
  expect(await played(100)).toMatchObject({ turns: 0 });
});
