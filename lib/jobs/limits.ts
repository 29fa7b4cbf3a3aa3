export const JOB_LIMITS = {
  /** Shards that one tick hands out. */
  feedShardsMax: 1_000,
  /** Homes that one invocation should evaluate: more homes are handed out as shards. */
  judgeShardHomes: 500,
  /** Devices of deleted homes whose history one statement erases. */
  erasedDevicesBatch: 10,
  /** After this, an unfinished run counts as dead, and another caller may claim its tick. */
  jobLeaseMs: 300_000,
  /** Runs of a tick that dies or fails, the first included. */
  jobAttemptsMax: 3,
  jobErrorCharactersMax: 500,
  /** Rows that one statement deletes, and statements of one hourly run. */
  housekeepingRowsMax: 1_000,
  housekeepingRoundsMax: 20,
  outboxDays: 30,
  jobRunDays: 90,
} as const;
