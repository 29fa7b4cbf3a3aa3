/** The limits of kernel, unit last. */
export const KERNEL_LIMITS = {
  /** A request that was not answered after so long never will be. */
  idempotencyAnswerSeconds: 60,
  limiterTimeoutMs: 300,
  /** Questions that one instance has open at the shared limiter at a time. */
  limiterAsksMax: 4,
  /** How long a burst may queue for it while it answers; once it does not, nobody waits. */
  limiterQueueMs: 3_000,
  /** After this many failures in a row the shared limiter is left alone for a while. */
  limiterBreakerFailures: 3,
  limiterBreakerMs: 10_000,
  limiterLocalKeysMax: 10_000,
  storeAttemptsMax: 3,
  storeAttemptMs: 6_000,
  storeRetryBaseMs: 100,
  /** How long a provider has to answer. */
  providerTimeoutMs: 10_000,
} as const;
