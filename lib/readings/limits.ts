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
  /** A reading's own time is kept from this long ago … */
  readingPastDaysMax: 7,
  /** … to this far ahead; outside it the receive time is used. */
  readingFutureMinutesMax: 5,
  /** A latest reading older than this is marked stale and left out of metrics. */
  staleHours: 24,
  /**
   * Readings that a CSV export reads at a time: a million in fewer calls than the 50 of Cloudflare's free
   * plan.
   */
  csvPageRows: 25_000,
  /** Readings that stand as text at a time. */
  csvTextRows: 1_000,
} as const;
