import type { Pause } from "./ports.ts";
import type { Steps } from "./steps.ts";

/**
 * Does several pieces of work at once in slices: after so many steps of all of them, whatever else this process has to do gets its
 * turn.
 */
export class Slices {
  readonly #size: number;
  readonly #pause: Pause;
  #done = 0;
  #pausing: Promise<void> | null = null;

  constructor(size: number, pause: Pause) {
    this.#size = size;
    this.#pause = pause;
  }

  async through<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      this.#done += step.value;
      if (this.#done >= this.#size) this.#pausing ??= this.#letOthers();
      if (this.#pausing !== null) await this.#pausing;
    }
  }

  async #letOthers(): Promise<void> {
    await this.#pause(0);
    this.#done = 0;
    this.#pausing = null;
  }
}
