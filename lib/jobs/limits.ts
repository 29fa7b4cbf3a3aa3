export const JOB_LIMITS = {
  /** Shards that one tick hands out. */
  feedShardsMax: 1_000,
  /** Homes that one invocation is meant to judge: for more of them shards are handed out. */
  judgeShardHomes: 500,
  /** Devices of deleted homes whose history one statement erases. */
  erasedDevicesBatch: 10,
  /** A run that has not ended by then is taken for dead, and taken over … */
  jobLeaseMs: 300_000,
  /** … as a failed one is tried again: so often in all. */
  jobAttemptsMax: 3,
  jobErrorCharactersMax: 500,
  /** What is deleted at a time, and how often in one hour's run. */
  housekeepingRowsMax: 1_000,
  housekeepingRoundsMax: 20,
  outboxDays: 30,
  jobRunDays: 90,
} as const;
