export const MESSAGE_LIMITS = {
  /** Outbox rows that one dispatch claims at a time, and how often it claims. */
  dispatchBatchMax: 20,
  dispatchRoundsMax: 500,
  /** What has not answered by then is settled with a later batch; so many messages are on their way at a time. */
  dispatchPatienceMs: 200,
  dispatchAtOnceMax: 40,
  /**
   * Messages that are on their way to one host at a time, by all instances together, and so many of one home; as many
   * critical ones besides. A host that hangs holds up its own messages alone. After so long an attempt is not counted.
   */
  hostInFlightMax: 6,
  hostInFlightOfHomeMax: 2,
  hostInFlightMs: 20_000,
  /** How long a host takes nothing that says "too many" and not until when, and how long it may ask for. */
  hostPauseMs: 30_000,
  hostPauseMsMax: 7_200_000,
  /** Contacts of one test, more than a home with all its members' channels has. */
  testContactsMax: 500,
  /** A finding that could not be worded, for a fault of ours, is tried again after this long. */
  tellAgainMs: 900_000,
  /** Well above a provider's time-out, so that a claimed row has no second sender. */
  outboxLeaseMs: 60_000,
  /** A code that proves a phone number: how long it is good for, and its tries */
  contactCodeMinutes: 10,
  contactCodeTriesMax: 5,
  /** Alerts that one message names; the others are counted. */
  messageAlertsNamedMax: 10,
  /** Rounds of writing, and homes that each reads, with findings of each. */
  writeRoundsMax: 25,
  writeHomesMax: 20,
  writeFindingsMax: 512,
  /** Writing that takes longer has what is ready sent beside it, each time it takes so long. */
  writeAloneMs: 500,
  /**
   * Messages that a success of their provider makes due at once: so many by one statement, each so long after
   * it was tried last, and not after so many tries.
   */
  wakeMessagesMax: 500,
  wakeAgainMs: 10_000,
  wakeAttemptsMax: 12,
  /** Messages that one claim reads to find whose turn it is. */
  claimLooksAtMax: 20_000,
  /** A moment so far ahead was written by a clock that was wrong: longer than any provider's pace reaches. */
  clockAheadMs: 600_000,
  /** How long a dispatch waits where others have claimed what is left. */
  claimAgainMs: 5_000,
  /** How long one dispatch goes on sending: where the clock called it, and where somebody waits for it. */
  dispatchClockMs: 240_000,
  dispatchWakeMs: 25_000,
  ackLinkDays: 7,
  /** People without an account that a home may call, how long their yes is waited for, and each one's rooms. */
  homeContactsMax: 10,
  homeContactAskDays: 7,
  /** A responder's link stops its messages for so long; it opens the incident only while that lasts. */
  responderLinkDays: 30,
  /** Calls about one alert, whomever they go to, and the time between two of them. */
  callsPerEpisode: 3,
  callApartSeconds: 60,
  callAgainMinutes: 3,
  /** Messages of a provider that rings until it is told to stop, ended in one dispatch; it also stops by itself. */
  ringsEndedMax: 50,
  ringsAtOnceMax: 5,
  ringingHours: 1,
  /** A lifecycle email to a home is written within these days, or not at all. */
  lifecycleEmailDaysMax: 7,
  lifecycleEmailsMax: 500,
} as const;
