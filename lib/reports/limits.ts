export const REPORT_LIMITS = {
  /** Cities that one statement lists, and how many statements a run makes. */
  citiesBatch: 500,
  cityBatchesMax: 200,
  /** Thermometers of a city that may be its coldest room: freezers and the outdoors are colder. */
  cityColdestMax: 2_000,
  reportPageHomes: 50,
  reportPagesMax: 10_000,
  reportConcurrencyMax: 4,
  /** A home that has said nothing for so long gets no reports. */
  reportSilentDaysMax: 180,
  /** Of all sensors of a home: a quarter has over two thousand hours of each. */
  reportBucketsMax: 1_000_000,
  /** How long a reading stands for, in reports, where no other follows. */
  readingStandsMinutes: 60,
} as const;
