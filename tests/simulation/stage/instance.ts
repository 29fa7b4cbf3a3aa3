import type { Weather } from "./faults.ts";
import type { Stage } from "./stage.ts";

/** A running function. The stage orders its calls, and it may end between any two of them. */
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

  /** Makes an outgoing call when its turn comes. A dead instance sends nothing, and gets no answers. */
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

  /** Runs the function; resolves to null if the instance ended before it answered. */
  run<T>(work: () => Promise<T>): Promise<T | null> {
    return Promise.race([work(), this.#death.then(() => null)]);
  }

  #unlessDead(settle: () => void): void {
    if (!this.#isDead) settle();
  }
}
