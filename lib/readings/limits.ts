/** Limits of readings; each name ends in its unit. */
export const READING_LIMITS = {
  ingestNestingMax: 64,
  ingestReadingsMax: 256,
  /** Most values in a body, counting several under one key. A body with more is refused: no device sends as many. */
  ingestValuesMax: 1_024,
  /**
   * A SenML pack's records, and a name's characters with its base name: each record's name is put together, so both
   * bound the work.
   */
  senmlRecordsMax: 1_024,
  senmlNameCharactersMax: 256,
  /** A device's page lists this many received bodies, each with what was read, for this many days. */
  receivedBodiesMax: 10,
  receivedBodyDays: 7,
  receivedBodyCharactersMax: 1_200,
  receivedSensorsMax: 20,
  /** Only this much of a body is kept for the page; a truncated body is shown as text. */
  receivedBytesMax: 16_384,
  /** Received bodies that an instance keeps in memory, and the least time between two writes of them. */
  receivedPendingMax: 200,
  receivedWriteMs: 3_000,
  /** A device's accepted bodies are noted at most this often; an instance keeps track of this many devices. */
  receivedAgainMinutes: 30,
  receivedDevicesMax: 5_000,
  /** Readings whose own time is older than this are left out, and the answer says so. */
  historyDaysMax: 90,
  /** Own times count from this year until this far ahead. Others are from an unset clock: the receive time counts. */
  ownTimeYearMin: 2020,
  readingFutureMinutesMax: 5,
  /** A device's clock is wrong (and its readings aren't old) once this many posts in a row are off … */
  clockLagPosts: 4,
  /** … by the same amount, give or take these seconds plus this share of the time between posts, or ever more … */
  clockDriftSeconds: 2,
  clockDriftShare: 0.1,
  /** … and by more than the time that a message takes to arrive. */
  clockLagSecondsMin: 60,
  /** A post whose times are off by as much, and that arrives again within this time, is a repeat. */
  repeatMinutes: 5,
  /** Readings that a CSV export reads per call: a million in fewer than the 50 calls of Cloudflare's free plan. */
  csvPageRows: 25_000,
  /** Readings that a CSV export turns into text at a time. */
  csvTextRows: 1_000,
} as const;
