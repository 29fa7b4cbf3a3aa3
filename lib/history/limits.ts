/** The limits of history, unit last. */
export const HISTORY_LIMITS = {
  /** Devices, and their snapshots, of which one batch compacts a day, and how many batches a run makes. */
  compactDevicesBatch: 100,
  compactSnapshotsBatch: 5_000,
  compactBatchesMax: 2_000,
  /** Devices whose history one run compacts; with more of them shards are handed out. */
  historyShardDevices: 25_000,
  /** Shards of history that one hour hands out. */
  historyShardsMax: 1_000,
  /** Push devices whose silent sensors a tick holds at a time, and how many times. */
  carryPageDevices: 500,
  carryPagesMax: 10_000,
  /** Batches that the database may refuse or not get through before a run gives up. */
  historyFailuresMax: 3,
  /**
   * Homes whose history is cut together, rows of a table that this deletes at a time, and how often a run
   * does.
   */
  cutHomesBatch: 200,
  cutRowsBatch: 5_000,
  cutBatchesMax: 200,
} as const;
