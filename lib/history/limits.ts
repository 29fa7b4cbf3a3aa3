/** The limits of history. Each name ends with its unit. */
export const HISTORY_LIMITS = {
  /** Devices and values in a batch of compaction, values of a single larger device, and batches in a run. */
  compactDevicesBatch: 100,
  compactValuesBatch: 50_000,
  compactValuesMax: 400_000,
  compactBatchesMax: 2_000,
  /** Devices that one run compacts. With more devices, the run hands out shards. */
  historyShardDevices: 25_000,
  /** Shards that a run hands out, once an hour. */
  historyShardsMax: 1_000,
  /** Push devices per page when a tick carries values forward, and pages per tick. */
  carryPageDevices: 500,
  carryPagesMax: 10_000,
  /** Failed batches after which a run gives up. */
  historyFailuresMax: 3,
  /** Homes per batch when history is cut, rows of each kind that a batch deletes, and batches in a run. */
  cutHomesBatch: 200,
  cutRowsBatch: 5_000,
  cutBatchesMax: 200,
} as const;
