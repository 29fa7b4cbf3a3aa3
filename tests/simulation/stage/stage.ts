import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import { cryptoEnded, isCryptoUnderWay } from "./ordered-crypto.ts";

/** Something that one of the actors waits for. */
type Waiting = {
  /** Since when, among all others. */
  place: number;
  /** Takes the floor, and gives it back when it has ended or stands aside. */
  begin: () => void;
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
  /** Whoever has waited longest is the first. */
  #waiting: Waiting[] = [];
  #places = 0;
  #moves = 0;
  #open = 0;
  #failure: unknown = null;
  /** Of whoever has the floor. */
  #giveBack: () => void = () => {};
  /** While actors play: what is executed between two plays has nobody to stand aside for. */
  #chance: Chance | null = null;
  readonly #settle: () => Promise<void>;

  /** `settle` ends when whatever goes on beside the stage can go on no further without it. */
  constructor(startMs: number, settle: () => Promise<void> = async () => {}) {
    this.nowMs = startMs;
    this.#settle = settle;
  }

  /** Has `work` done when its turn comes. */
  enter<T>(work: () => Promise<T>, waitMs = 0): Promise<T> {
    this.#moves += 1;
    return new Promise((resolve, reject) => {
      const begin = () => void work().then(resolve, reject).then(this.#giveFloor);
      this.#wait({ place: this.#places++, begin, wakeAtMs: this.nowMs + waitMs, isLate: false });
    });
  }

  /** Has `work` done some time, for nobody. */
  later(work: () => Promise<unknown>): void {
    const begin = () => void work().catch(this.#fail).then(this.#giveFloor);
    this.#wait({ place: this.#places++, begin, wakeAtMs: this.nowMs, isLate: true });
  }

  /** In the middle of a step: now and then somebody else has a turn before it goes on. */
  async standAside(probability: number): Promise<void> {
    if (this.#chance?.happens(probability) === true) await this.standAsideUntil(Promise.resolve());
  }

  /** In the middle of a step: it goes on when its turn comes again, and not before `ended`. */
  async standAsideUntil(ended: Promise<unknown>): Promise<void> {
    // Of several that one end lets go on it is chance which is heard of first: each has the place that it left.
    const place = this.#places++;
    this.#giveFloor();
    await ended;
    this.#moves += 1;
    await new Promise<void>((begin) => {
      this.#wait({ place, begin, wakeAtMs: this.nowMs, isLate: false });
    });
  }

  /** Somebody else comes on stage, beside whoever is there. */
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

  /** Until all actors are done. What is late may stay behind for what comes next. */
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

  /** Whatever is late is executed now. */
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

  /** Somebody is at work, and nobody waits for the stage. */
  #isStarved = (): boolean => this.#open > 0 && this.#waiting.every(({ isLate }) => isLate);
}
