/** Every number of the contract, unit last. */
export const LIMITS = {
  ingestBodyBytesMax: 65_536,
  ingestNestingMax: 64,
  ingestReadingsMax: 256,
  deviceSensorsMax: 256,
  sensorKeyCharactersMax: 64,
  labelCharactersMax: 120,
  ingestPerMinute: 60,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,
  /** A reading's own time is kept from this long ago … */
  readingPastDaysMax: 7,
  /** … to this far ahead; outside it the receive time is used. */
  readingFutureMinutesMax: 5,
  /** Values beyond this are no measurement of a home; float8 would take `Infinity`. */
  readingMagnitudeMax: 1e18,
  sharePerMinute: 60,
  shareLiveHours: 24,
  shareMaxAgeSeconds: 15,
  /** A latest reading older than this is marked stale and left out of metrics. */
  staleHours: 24,
  readingsPageDefault: 1_000,
  readingsPageMax: 10_000,
  limiterTimeoutMs: 300,
  /** After this many failures in a row the shared limiter is left alone for a while. */
  limiterBreakerFailures: 3,
  limiterBreakerMs: 10_000,
  limiterLocalKeysMax: 10_000,
  /** Outbox rows that one dispatch claims at a time, and how often it claims. */
  dispatchBatchMax: 20,
  dispatchRoundsMax: 25,
  dispatchConcurrencyMax: 5,
  /** A provider's time-out is well below the lease, so that a claimed row has no second sender. */
  providerTimeoutMs: 10_000,
  outboxLeaseMs: 60_000,
  storeAttemptsMax: 3,
  storeAttemptMs: 6_000,
  storeRetryBaseMs: 100,
  storeRetryAfterSeconds: 5,
} as const;
