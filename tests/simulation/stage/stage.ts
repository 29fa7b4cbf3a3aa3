import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import { cryptoEnded, isCryptoUnderWay } from "./ordered-crypto.ts";

/** Something that one of the actors waits for. */
type Waiting = {
  run: () => Promise<void>;
  /** Not before this time: a pause. */
  wakeAtMs: number;
  /** Nobody waits for it any more; it is executed all the same, some time. */
  isLate: boolean;
};

const IN_TURN = 0.6;
const STILL_LATER = 0.4;
/** Turns of the event loop without any movement, after which everybody waits for the stage. */
const QUIET_TURNS = 3;
/** Of real time, on a machine that may be busy. */
const STUCK_MS = 30_000;

/**
 * Lets actors run side by side in one order that chance decides and that a seed repeats: whatever leaves the
 * process is done one at a time, while all of them wait.
 */
export class Stage {
  nowMs: number;
  #waiting: Waiting[] = [];
  #moves = 0;
  #open = 0;
  #failure: unknown = null;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Has `work` done when its turn comes. */
  enter<T>(work: () => Promise<T>, waitMs = 0): Promise<T> {
    this.#moves += 1;
    return new Promise((resolve, reject) => {
      const run = async () => {
        await work().then(resolve, reject);
      };
      this.#waiting.push({ run, wakeAtMs: this.nowMs + waitMs, isLate: false });
    });
  }

  /** Has `work` done some time, for nobody. */
  later(work: () => Promise<unknown>): void {
    const run = async () => {
      await work();
    };
    this.#waiting.push({ run, wakeAtMs: this.nowMs, isLate: true });
  }

  /** Somebody else comes on stage, beside whoever is there. */
  join(actor: () => Promise<void>): void {
    this.#open += 1;
    this.#moves += 1;
    void actor()
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#open -= 1;
        this.#moves += 1;
      });
  }

  /** Until all actors are done. What is late may stay behind for what comes next. */
  async play(chance: Chance, actors: (() => Promise<void>)[]): Promise<void> {
    for (const actor of actors) this.join(actor);
    for (;;) {
      await this.#becomeQuiet();
      const next = this.#next(chance);
      if (next === null) break;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.nowMs = Math.max(this.nowMs, next.wakeAtMs);
      await next.run();
    }
    if (this.#failure !== null) throw this.#failure;
  }

  /** Whatever is late is executed now. */
  async catchUp(): Promise<void> {
    for (const { run } of this.#waiting.splice(0)) await run();
  }

  #next(chance: Chance): Waiting | null {
    const live = this.#waiting.filter(({ isLate }) => !isLate);
    if (live.length === 0 && this.#open === 0) {
      const late = this.#waiting.find(() => !chance.happens(STILL_LATER));
      return late ?? null;
    }
    const awake = this.#waiting.filter(({ wakeAtMs }) => wakeAtMs <= this.nowMs);
    const [soonest] = live.toSorted((a, b) => a.wakeAtMs - b.wakeAtMs);
    if (awake.length === 0) return soonest ?? null;
    return chance.happens(IN_TURN) ? (awake[0] ?? null) : chance.pick(awake);
  }

  async #becomeQuiet(): Promise<void> {
    const begunAt = performance.now();
    for (let quiet = 0; quiet < QUIET_TURNS || this.#isStarved(); ) {
      if (performance.now() - begunAt > STUCK_MS)
        throw new Error("An actor waits for something that is not on the stage");
      const before = this.#moves;
      await cryptoEnded();
      await nextTurn();
      quiet = this.#moves === before && !isCryptoUnderWay() ? quiet + 1 : 0;
    }
  }

  /** Somebody is at work, and nobody waits for the stage. */
  #isStarved = (): boolean => this.#open > 0 && this.#waiting.every(({ isLate }) => isLate);
}
