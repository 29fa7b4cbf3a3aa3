import type { Counts } from "./shards.ts";
import { messageOf } from "./text.ts";

/**
 * Runs the parts of a job in order and returns their counts merged. A part that fails doesn't stop the others.
 * @throws Error naming the parts that failed, after all parts have run
 */
export async function inTurn(parts: Record<string, () => Promise<Counts>>): Promise<Counts> {
  const counts: Counts = {};
  const failures: string[] = [];
  for (const [name, work] of Object.entries(parts)) {
    try {
      Object.assign(counts, await work());
    } catch (error) {
      failures.push(`${name}: ${messageOf(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("; "));
  return counts;
}

/** Runs `work` on each item, at most `concurrency` at a time. Returns the results in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of rest) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
}
