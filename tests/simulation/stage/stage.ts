import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import { cryptoEnded, isCryptoUnderWay } from "./ordered-crypto.ts";

/** A step that one of the actors waits for. */
type Waiting = {
  /** Its place in the order of waiting. */
  place: number;
  /** Takes the floor, and gives it back when the step has ended or stands aside. */
  begin: () => void;
  /** A pause: the step doesn't begin before this time. */
  wakeAtMs: number;
  /** The actor no longer waits for it; it is executed later all the same. */
  isLate: boolean;
};

const IN_TURN = 0.6;
const STILL_LATER = 0.4;
/** Turns of the event loop without activity, after which everybody waits for the stage. */
const QUIET_TURNS = 3;
/** In real time, on a machine that may be busy. */
const STUCK_MS = 30_000;

/**
 * Runs actors concurrently in a random order that a seed repeats: everything that leaves the process is done one step
 * at a time, while all actors wait.
 */
export class Stage {
  nowMs: number;
  /** The longest wait comes first. */
  #waiting: Waiting[] = [];
  #places = 0;
  #moves = 0;
  #open = 0;
  #failure: unknown = null;
  /** Gives the current step's floor back. */
  #giveBack: () => void = () => {};
  /** Set while actors play: between two plays there is nobody to stand aside for. */
  #chance: Chance | null = null;
  readonly #settle: () => Promise<void>;

  /** `settle` resolves once all work beside the stage waits for the stage. */
  constructor(startMs: number, settle: () => Promise<void> = async () => {}) {
    this.nowMs = startMs;
    this.#settle = settle;
  }

  /** Runs `work` when its turn comes. */
  enter<T>(work: () => Promise<T>, waitMs = 0): Promise<T> {
    this.#moves += 1;
    return new Promise((resolve, reject) => {
      const begin = () => void work().then(resolve, reject).then(this.#giveFloor);
      this.#wait({ place: this.#places++, begin, wakeAtMs: this.nowMs + waitMs, isLate: false });
    });
  }

  /** Runs `work` later; nobody waits for it. */
  later(work: () => Promise<unknown>): void {
    const begin = () => void work().catch(this.#fail).then(this.#giveFloor);
    this.#wait({ place: this.#places++, begin, wakeAtMs: this.nowMs, isLate: true });
  }

  /** Called within a step: sometimes lets another one run before this one continues. */
  async standAside(probability: number): Promise<void> {
    if (this.#chance?.happens(probability) === true) await this.standAsideUntil(Promise.resolve());
  }

  /** Called within a step: continues when its turn comes again, but not before `ended`. */
  async standAsideUntil(ended: Promise<unknown>): Promise<void> {
    // If one event releases several steps, they are notified in any order, so each keeps its own place.
    const place = this.#places++;
    this.#giveFloor();
    await ended;
    this.#moves += 1;
    await new Promise<void>((begin) => {
      this.#wait({ place, begin, wakeAtMs: this.nowMs, isLate: false });
    });
  }

  /** Adds an actor to those that are playing. */
  join(actor: () => Promise<void>): void {
    this.#open += 1;
    this.#moves += 1;
    void actor()
      .catch(this.#fail)
      .finally(() => {
        this.#open -= 1;
        this.#moves += 1;
      });
  }

  /** Plays until all actors are done. Late steps may remain for the next play. */
  async play(chance: Chance, actors: (() => Promise<void>)[]): Promise<void> {
    this.#chance = chance;
    for (const actor of actors) this.join(actor);
    for (;;) {
      await this.#becomeQuiet();
      const next = this.#next(chance);
      if (next === null) break;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.nowMs = Math.max(this.nowMs, next.wakeAtMs);
      await this.#turnOf(next);
    }
    this.#chance = null;
    if (this.#failure !== null) throw this.#failure;
  }

  /** Executes all late steps now. */
  async catchUp(): Promise<void> {
    for (const late of this.#waiting.splice(0)) await this.#turnOf(late);
  }

  #wait(one: Waiting): void {
    const after = this.#waiting.findIndex(({ place }) => place > one.place);
    this.#waiting.splice(after === -1 ? this.#waiting.length : after, 0, one);
  }

  #turnOf({ begin }: Waiting): Promise<void> {
    return new Promise((resolve) => {
      this.#giveBack = resolve;
      begin();
    });
  }

  #giveFloor = (): void => this.#giveBack();

  #fail = (error: unknown): void => {
    this.#failure ??= error;
  };

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
      await this.#settle();
      await nextTurn();
      quiet = this.#moves === before && !isCryptoUnderWay() ? quiet + 1 : 0;
    }
  }

  /** An actor is working, and nobody waits for the stage. */
  #isStarved = (): boolean => this.#open > 0 && this.#waiting.every(({ isLate }) => isLate);
}
