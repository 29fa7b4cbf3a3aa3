import { setTimeout as sleep } from "node:timers/promises";

/** Pieces of work that go on after their answer. Beyond this many the next request waits for one to end. */
const PENDING_MAX = 64;
/** How long a stop waits for them. What is not done by then is made good by the next tick. */
const STOP_MS_MAX = 10_000;

/** Work that goes on after its request was answered: bounded, and waited for when the service stops. */
export class Background {
  readonly #pending = new Set<Promise<unknown>>();
  readonly #pendingMax: number;

  constructor(pendingMax: number = PENDING_MAX) {
    this.#pendingMax = pendingMax;
  }

  /** Whoever hands work over sees to its failure; here it only ends. */
  add(work: Promise<unknown>): void {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.#pending.add(settled);
    void settled.then(() => this.#pending.delete(settled));
  }

  /** Resolves at once as a rule. */
  async room(): Promise<void> {
    while (this.#pending.size >= this.#pendingMax) await Promise.race(this.#pending);
  }

  async settled(msMax: number = STOP_MS_MAX): Promise<void> {
    const late = sleep(msMax, undefined, { ref: false });
    await Promise.race([Promise.all(this.#pending), late]);
  }
}
