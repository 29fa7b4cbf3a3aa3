/** The limits of history, unit last. */
export const HISTORY_LIMITS = {
  /** Readings that one statement rolls up while their devices wait, and how many statements a run makes. */
  rollUpReadingsBatch: 10_000,
  rollUpDevicesBatch: 100,
  rollUpBatchesMax: 1_000,
  /** Devices whose history one run rolls up and seals; with more of them shards are handed out. */
  historyShardDevices: 25_000,
  /** Shards of history that one hour hands out. */
  historyShardsMax: 1_000,
  /** Push devices whose silent sensors a tick holds at a time, and how many times. */
  carryPageDevices: 500,
  carryPagesMax: 10_000,
  /** Snapshots that one batch seals, and how many batches a run makes. */
  sealSnapshotsBatch: 5_000,
  sealBatchesMax: 1_000,
  /**
   * Chunks that one batch seals: some twelve thousand rows of quarter hours, six thousand of hours and six times as many
   * where whole months are rows yet; and how many batches a run makes.
   */
  sealMonthsBatch: { "15m": 24, "1h": 48 },
  sealMonthBatchesMax: 500,
  /** Sensors that one statement reads to find those with rows to seal. */
  sealMonthsSensorsSeen: 20_000,
  /** Batches that the database may refuse or not get through before a run gives up. */
  historyFailuresMax: 3,
  /**
   * Homes whose history is cut together, rows of a table that this deletes at a time, and how often a run
   * does.
   */
  cutHomesBatch: 200,
  cutRowsBatch: 5_000,
  cutBatchesMax: 200,
  /**
   * Chunks that a read fetches at a time: for each reading wanted, and at least. Whole days, at least one.
   */
  chunkBytesPerReading: 4,
  chunkBytesMin: 8_192,
} as const;
