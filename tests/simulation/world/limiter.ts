import type { Limiter, LimitVerdict, SharedLimiter } from "../../../lib/kernel/ports.ts";

/** A Redis that counts in whole windows, and forgets everything when it is told to. */
export class ForgetfulRedis {
  #counts = new Map<string, number>();

  forget = (): void => this.#counts.clear();

  limiterAt =
    (clock: () => Date): Limiter =>
    async (policy, subject) => {
      const nowMs = clock().getTime();
      const window = Math.floor(nowMs / 1_000 / policy.windowSeconds);
      const key = `${policy.name}/${subject}/${window}`;
      const count = (this.#counts.get(key) ?? 0) + 1;
      this.#counts.set(key, count);
      return verdict(policy.limit - count, (window + 1) * policy.windowSeconds - nowMs / 1_000);
    };

  /** Sometimes it does not answer. */
  sharedAt =
    (clock: () => Date, isGone: () => boolean): SharedLimiter =>
    async (policy, subject) =>
      isGone() ? null : await this.limiterAt(clock)(policy, subject);
}

const verdict = (left: number, resetSeconds: number): LimitVerdict => ({
  allowed: left >= 0,
  remaining: Math.max(0, left),
  resetSeconds: Math.ceil(resetSeconds),
});
