export const REPORT_LIMITS = {
  /** Cities that one statement lists, and statements of one run. */
  citiesBatch: 500,
  cityBatchesMax: 200,
  /** A city's coldest thermometers to search for a room: those outdoors and in freezers come first. */
  cityColdestMax: 2_000,
  reportPageHomes: 50,
  reportPagesMax: 10_000,
  reportConcurrencyMax: 4,
  /** A home that has been offline for longer gets no reports. */
  reportSilentDaysMax: 180,
  /** Buckets of all sensors of a home together: a quarter has over two thousand hours for each sensor. */
  reportBucketsMax: 1_000_000,
} as const;
