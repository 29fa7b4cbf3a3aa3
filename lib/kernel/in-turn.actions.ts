import type { Counts } from "./shards.ts";
import { messageOf } from "./text.ts";

/**
 * Runs the parts of a job in their order and answers all their counts. One that fails does not keep the
 * others from their work.
 * @throws Error naming the parts that failed, after all of them have had their turn
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

/** Runs `work` over `items`, at most `concurrency` at a time; results in the items' order. */
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
