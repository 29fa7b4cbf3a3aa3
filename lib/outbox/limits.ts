export const MESSAGE_LIMITS = {
  /** Outbox rows that a dispatch claims at a time, and the number of its claims. */
  dispatchBatchMax: 20,
  dispatchRoundsMax: 500,
  /** How long a dispatch waits for a batch before it claims the next one, and how many attempts run at a time. */
  dispatchPatienceMs: 200,
  dispatchAtOnceMax: 40,
  /**
   * Messages in flight to one host, over all instances, and how many of them one home may have. Critical ones count
   * separately. A host that hangs delays only its own messages. Attempts older than `hostInFlightMs` no longer count.
   */
  hostInFlightMax: 6,
  hostInFlightOfHomeMax: 2,
  hostInFlightMs: 20_000,
  /** The pause for a host that answers "too many requests" without a time, and the longest pause it may ask for. */
  hostPauseMs: 30_000,
  hostPauseMsMax: 7_200_000,
  /** Contacts of one test message: more than any home has. */
  testContactsMax: 500,
  /** When to retry a finding whose message we failed to write because of a bug. */
  tellAgainMs: 900_000,
  /** Well above a provider's timeout, so that no second dispatcher sends a claimed row. */
  outboxLeaseMs: 60_000,
  /** The validity of a code that verifies a phone number, and the number of tries. */
  contactCodeMinutes: 10,
  contactCodeTriesMax: 5,
  /** Alerts that one message lists; it only counts the others. */
  messageAlertsNamedMax: 10,
  /** Rounds of writing messages, homes that each round reads, and findings of each home. */
  writeRoundsMax: 25,
  writeHomesMax: 20,
  writeFindingsMax: 512,
  /** While messages are still being written, a dispatch sends those that are ready at this interval. */
  writeAloneMs: 500,
  /**
   * Limits on making failed messages due at once when their provider works again: messages per statement, the time
   * since a message's last attempt, and the attempts after which a message only follows its backoff.
   */
  wakeMessagesMax: 500,
  wakeAgainMs: 10_000,
  wakeAttemptsMax: 12,
  /** Due messages that one claim reads to find those whose turn it is. */
  claimLooksAtMax: 20_000,
  /** A time further ahead than this was written by a wrong clock: no provider's pace reaches that far. */
  clockAheadMs: 600_000,
  /** How long a dispatch waits if other dispatchers have claimed the remaining messages. */
  claimAgainMs: 5_000,
  /** How long one dispatch keeps sending: started by the clock, or by a caller who waits for it. */
  dispatchClockMs: 240_000,
  dispatchWakeMs: 25_000,
  ackLinkDays: 7,
  /** Contacts outside the home per home, and how long we wait for their consent. */
  homeContactsMax: 10,
  homeContactAskDays: 7,
  /** How long a responder can stop our messages with the link of one; it shows alerts only while they are open. */
  responderLinkDays: 30,
  /** Calls about one alert, to all people together; the time between two; when to repeat an unanswered call. */
  callsPerEpisode: 3,
  callApartSeconds: 60,
  callAgainMinutes: 3,
  /** Messages whose provider repeats them until we stop it: those that one dispatch stops, and how many at a time. */
  ringsEndedMax: 50,
  ringsAtOnceMax: 5,
  /** After this, the provider has stopped by itself. */
  ringingHours: 1,
  /** A lifecycle email that is later than this is not sent at all. */
  lifecycleEmailDaysMax: 7,
  lifecycleEmailsMax: 500,
} as const;
