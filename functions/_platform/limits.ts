/** The limits of functions/_platform, unit last. */
export const PLATFORM_LIMITS = {
  /** What Resend takes by default. */
  mailsPerSecond: 2,
  /** How long an instance listens to the dispatch that it has called. */
  wakeMs: 30_000,
  /** Feeds that one invocation polls, unless SHARD_SIZE says less. */
  feedShardMax: 100,
  /**
   * Feeds that it polls side by side: Workers wait for the headers of six requests at a time, Node for any
   * number.
   */
  feedsAtOnceOnWorkers: 6,
  feedsAtOnceElsewhere: 24,
  /** Without a queue: calls at a time that hand out shards (a function has some 1,000 file descriptors) … */
  shardCallsMax: 100,
  /** … the caller waits this long for each; the 300 s of a function are for its own shard, and evaluating. */
  shardAnswerMs: 20_000,
} as const;
