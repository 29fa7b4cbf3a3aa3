import type { Weather } from "./faults.ts";
import type { Stage } from "./stage.ts";

/**
 * One running function: what it waits for is played on the stage, and it may end between any two of its
 * calls.
 */
export class Instance {
  readonly stage: Stage;
  readonly weather: Weather;
  /** How far its clock is ahead of the true time. */
  readonly aheadMs: number;
  readonly #death: Promise<void>;
  #tellDeath: () => void = () => {};
  #isDead = false;

  constructor(stage: Stage, weather: Weather, aheadMs = 0) {
    this.stage = stage;
    this.weather = weather;
    this.aheadMs = aheadMs;
    this.#death = new Promise((resolve) => {
      this.#tellDeath = resolve;
    });
  }

  clock = (): Date => new Date(this.stage.nowMs + this.aheadMs);

  /** What leaves the instance, when its turn comes. Of a dead one nothing does, and nothing comes back. */
  call<T>(work: () => Promise<T>, waitMs = 0): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isDead) return;
      const step = async () => {
        if (this.#isDead) return;
        await work().then(
          (value) => this.#unlessDead(() => resolve(value)),
          (error: unknown) => this.#unlessDead(() => reject(error)),
        );
      };
      void this.stage.enter(step, waitMs);
    });
  }

  pause = (ms: number): Promise<void> => this.call(async () => {}, ms);

  die = (): void => {
    this.#isDead = true;
    this.#tellDeath();
  };

  /** What it answers; null where it has ended before. */
  run<T>(work: () => Promise<T>): Promise<T | null> {
    return Promise.race([work(), this.#death.then(() => null)]);
  }

  #unlessDead(settle: () => void): void {
    if (!this.#isDead) settle();
  }
}
