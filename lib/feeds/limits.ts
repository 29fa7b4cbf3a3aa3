/** The limits of feeds, unit last. */
export const FEED_LIMITS = {
  pullSetupAttemptsMax: 3,
  /** One poll of a feed from its name to its last byte, all redirects included … */
  feedFetchMs: 10_000,
  /** … in which it may be silent for so long at a time: before a hop's headers, and between two pieces of its body. */
  feedSilentMs: 3_000,
  /** After decompression. */
  feedBodyBytesMax: 262_144,
  feedEtagCharactersMax: 256,
  /** Shards that one invocation polls, one after the other, where there is no other to hand them to. */
  feedShardsAloneMax: 5,
  /** Longer than a shard in which every feed hangs, so that a live poller is never taken over. */
  feedLeaseMs: 300_000,
} as const;
