/** The limits of readings, unit last. */
export const READING_LIMITS = {
  ingestNestingMax: 64,
  ingestReadingsMax: 256,
  /** Values of a body that are judged, those that share a key among them; more are no device's. */
  ingestValuesMax: 1_024,
  /**
   * The base name worked in for a SenML pack: names are put together for each record, so that both bound the
   * work.
   */
  senmlRecordsMax: 1_024,
  senmlNameCharactersMax: 256,
  /** Bodies of a device that its page lists with what was made of each, and for how long. */
  receivedBodiesMax: 10,
  receivedBodyDays: 7,
  receivedBodyCharactersMax: 1_200,
  receivedSensorsMax: 20,
  /** More of a body isn't kept for that; a truncated body is shown as text. */
  receivedBytesMax: 16_384,
  /** Bodies that an instance holds until it writes them, at most once in so long. */
  receivedPendingMax: 200,
  receivedWriteMs: 3_000,
  /** What was understood as before is noted so often, of so many devices an instance. */
  receivedAgainMinutes: 30,
  receivedDevicesMax: 5_000,
  /** Own times are kept from this long ago; what is older is left out, and the answer says so … */
  historyDaysMax: 90,
  /** … and from this year on to this far ahead. Any other is that of a clock that was never set: the receive time counts. */
  ownTimeYearMin: 2020,
  readingFutureMinutesMax: 5,
  /** A device's clock is wrong, and not its readings old, where so many posts in a row lie behind … */
  clockLagPosts: 4,
  /** … by as much, within this and this share of the time between two posts, or by ever more … */
  clockDriftSeconds: 2,
  clockDriftShare: 0.1,
  /** … and by more than a message's way here. */
  clockLagSecondsMin: 60,
  /** What is late by its own times and comes once more within this is the same post. */
  repeatMinutes: 5,
  /**
   * Readings that a CSV export reads at a time: a million in fewer calls than the 50 of Cloudflare's free
   * plan.
   */
  csvPageRows: 25_000,
  /** Readings that stand as text at a time. */
  csvTextRows: 1_000,
} as const;
