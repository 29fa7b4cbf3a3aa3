import type { InTime } from "./ports.ts";

/** What became of one piece of work; it never rejects, so that nobody has to look at once. */
export type Outcome<Result> = { ok: true; value: Result } | { ok: false; error: unknown };

type Patience = { concurrency: number; patienceMs: number; inTime: InTime };

/**
 * Runs `work` over `items`, at most `concurrency` at a time. What takes longer than `patienceMs` leaves its place to the
 * next and goes on: it is among `late`. `ready` is waited for before an item's work begins, and doesn't count.
 */
export async function patiently<Item, Result>(
  items: readonly Item[],
  { concurrency, patienceMs, inTime }: Patience,
  { ready, work }: { ready: (item: Item) => Promise<void>; work: (item: Item) => Promise<Result> },
): Promise<{ done: Outcome<Result>[]; late: Promise<Outcome<Result>>[] }> {
  const done: Outcome<Result>[] = [];
  const late: Promise<Outcome<Result>>[] = [];
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      await ready(item);
      const running = outcomeOf(work(item));
      const outcome = await inTime(running, patienceMs);
      if (outcome === null) late.push(running);
      else done.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return { done, late };
}

const outcomeOf = <Result>(work: Promise<Result>): Promise<Outcome<Result>> =>
  work.then(
    (value) => ({ ok: true, value }) as const,
    (error: unknown) => ({ ok: false, error }) as const,
  );

/** Work that goes on without its place, until it has answered. */
export class LateWork<Result> {
  readonly #running = new Set<Promise<void>>();
  readonly #answered: Outcome<Result>[] = [];

  get size(): number {
    return this.#running.size;
  }

  add(outcome: Promise<Outcome<Result>>): void {
    const noted = outcome.then((one) => {
      this.#answered.push(one);
      this.#running.delete(noted);
    });
    this.#running.add(noted);
  }

  /** Waits until one more has answered; not at all where none is running. */
  async next(): Promise<void> {
    if (this.#running.size > 0) await Promise.race(this.#running);
  }

  /** What has answered since the last time. */
  take(): Outcome<Result>[] {
    return this.#answered.splice(0);
  }
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
