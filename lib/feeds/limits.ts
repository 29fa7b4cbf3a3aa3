/** The limits of feeds, unit last. */
export const FEED_LIMITS = {
  pullSetupAttemptsMax: 3,
  /** Longer than a shard in which every feed hangs, so that a live poller is never taken over. */
  feedLeaseMs: 300_000,
} as const;
