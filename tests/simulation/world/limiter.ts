import { localLimiter } from "../../../lib/kernel/limiter.vendor.ts";
import type { Clock, Limiter, SharedLimiter } from "../../../lib/kernel/ports.ts";

/** A Redis that all instances ask, with a sliding window as Upstash's package has it, and that forgets everything when told to. */
export class ForgetfulRedis {
  readonly #clock: Clock;
  #limiter: Limiter;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#limiter = localLimiter(clock);
  }

  forget = (): void => {
    this.#limiter = localLimiter(this.#clock);
  };

  limiter: Limiter = (policy, subject) => this.#limiter(policy, subject);

  /** Sometimes it does not answer. */
  shared =
    (isGone: () => boolean): SharedLimiter =>
    async (policy, subject) =>
      isGone() ? null : await this.#limiter(policy, subject);
}
