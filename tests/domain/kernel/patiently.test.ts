import { expect, test } from "vitest";
import { patiently } from "../../../lib/kernel/patiently.actions.ts";
import { inTime } from "../../../lib/kernel/runtime.vendor.ts";

const after = (ms: number): Promise<number> => new Promise((resolve) => setTimeout(() => resolve(ms), ms));
const PATIENCE = { concurrency: 2, patienceMs: 5_000, inTime };
const WORK = { ready: async () => {}, work: after };

test("once all have begun, what still runs is waited for no longer than the last ones may take", async () => {
  const begun = performance.now();
  const { done, late } = await patiently([2_000, 5, 5, 5], { ...PATIENCE, lastMs: 50 }, WORK);
  expect(performance.now() - begun).toBeLessThan(1_500);
  expect(done.map((outcome) => outcome.ok && outcome.value)).toEqual([5, 5, 5]);
  expect(await Promise.all(late)).toEqual([{ ok: true, value: 2_000 }]);
});

test("what answers shortly after all have begun is among those that are done", async () => {
  const { done, late } = await patiently([60, 5], { ...PATIENCE, lastMs: 2_000 }, WORK);
  expect(done).toHaveLength(2);
  expect(late).toEqual([]);
});
