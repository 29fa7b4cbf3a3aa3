import { localLimiter } from "../../../lib/kernel/limiter.vendor.ts";
import type { Clock, Limiter, SharedLimiter } from "../../../lib/kernel/ports.ts";

/** A Redis for all instances, with the sliding window of Upstash's package. It forgets everything on request. */
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

  /** Sometimes doesn't answer. */
  shared =
    (isGone: () => boolean): SharedLimiter =>
    async (policy, subject) =>
      isGone() ? null : await this.#limiter(policy, subject);
}
