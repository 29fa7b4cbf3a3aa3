import type { Chance } from "./chance.ts";

/** The faults of a database call, with their relative frequencies. */
const CALL_FAULTS = {
  /** The connection breaks, and nothing was executed. */
  lost_before: 4,
  /** The call was executed, and its answer is lost. */
  lost_after: 5,
  /** The caller stops waiting, and the call is executed later all the same. */
  late: 4,
  slow: 4,
  refused: 2,
  /** The database restarts: the connection is cut before the statement, or after its commit. */
  restart_before: 1,
  restart_after: 1,
  /** PostgreSQL aborts the call because of another transaction. */
  deadlock: 1,
  /** A proxy answers with its own page, before or after the statement. */
  garbled_before: 1,
  garbled_after: 1,
  /** The instance ends between two of its calls. */
  killed_before: 4,
  killed_after: 4,
} as const;
export type CallFault = keyof typeof CALL_FAULTS;

const PROVIDER_FAULTS = {
  provider_refuses: 4,
  /** The provider took the message, and its answer is lost. */
  provider_cuts: 3,
  provider_slow: 2,
  killed_before: 2,
  killed_after: 2,
} as const;
type ProviderFault = keyof typeof PROVIDER_FAULTS;

const FEED_FAULTS = { feed_fails: 3, feed_slow: 2, killed_before: 1, killed_after: 1 } as const;
type FeedFault = keyof typeof FEED_FAULTS;

/** How many of each fault were injected, including those of the world that no call draws. */
export type Tally = Record<string, number>;

/** The faults of an event: each call has one with `probability`, drawn from the event's own randomness. */
export class Weather {
  readonly #chance: Chance;
  readonly #probability: number;
  readonly #tally: Tally;

  constructor(chance: Chance, probability: number, tally: Tally) {
    this.#chance = chance;
    this.#probability = probability;
    this.#tally = tally;
  }

  call = (): CallFault | null => this.#draw(CALL_FAULTS);
  provider = (): ProviderFault | null => this.#draw(PROVIDER_FAULTS);
  feed = (): FeedFault | null => this.#draw(FEED_FAULTS);

  /** From 0 up to 1: the extent of a fault. */
  part = (): number => this.#chance.next();

  happens(name: string, probability: number): boolean {
    const does = this.#probability > 0 && this.#chance.happens(probability);
    if (does) this.count(name);
    return does;
  }

  count(name: string): void {
    this.#tally[name] = (this.#tally[name] ?? 0) + 1;
  }

  #draw<Name extends string>(weights: Record<Name, number>): Name | null {
    if (!this.#chance.happens(this.#probability)) return null;
    const names = Object.keys(weights) as Name[];
    const name = this.#chance.pick(names.flatMap((each) => Array<Name>(weights[each]).fill(each)));
    this.count(name);
    return name;
  }
}
