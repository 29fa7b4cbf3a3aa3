/** The numbers of the contract: of requests, answers and the database. Unit last. */
export const LIMITS = {
  ingestBodyBytesMax: 65_536,
  deviceSensorsMax: 256,
  sensorKeyCharactersMax: 64,
  /** Characters of the hash in a sensor's id. */
  sensorIdCharacters: 24,
  labelCharactersMax: 120,
  ingestPerMinute: 60,
  /**
   * Its minute is a little short: a device at exactly the limit is not refused because its posts jitter by a
   * second.
   */
  ingestWindowSeconds: 55,
  /**
   * Requests of a subject in a window that an instance counts by itself before it asks the shared limiter.
   */
  limiterLocalRequests: 10,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,
  /** A retry of a request is known as one for this long, whatever the clock of the instance that took it. */
  retryHours: 1,
  /** An instance's clock is trusted this far ahead of the database's … */
  clockAheadMs: 1_000,
  /** … and this far behind it: a statement may have waited for a database that stood still. */
  statementWaitSeconds: 60,
  /** What other devices measured so lately tells the unit of a bare temperature that lies so near to one, or so far from all. */
  siblingHours: 3,
  siblingNearKelvin: 3,
  siblingFarKelvin: 10,
  /** A word of a place that is no longer counts only where it stands alone. */
  shortWordLetters: 4,
  /** Posts closer than this say nothing about how often a device speaks. */
  usualGapSecondsMin: 5,
  /** How long making or dropping a partition waits for a table that others use. */
  partitionLockMs: 1_000,
  /** Values beyond this are no measurement of a home; float8 would take `Infinity`. */
  readingMagnitudeMax: 1e18,
  sharePerMinute: 60,
  cardTextMax: 500,
  cardStepsMax: 1_500,
  cardCallsMax: 6,
  chartNoteCharactersMax: 200,
  shareMaxAgeSeconds: 15,
  openApiMaxAgeSeconds: 300,
  readingsPageDefault: 1_000,
  readingsPageMax: 10_000,
  /** Webhook deliveries of a home that may be sent once more. */
  deliveryReplaysPerHour: 30,
  /** How long a webhook's calls are signed with the previous key too, unless its owner says otherwise. */
  webhookKeyOverlapHours: 24,
  webhookKeyOverlapHoursMax: 168,
  /** Characters as typed, with blanks. */
  phoneCharactersMax: 40,
  storeRetryAfterSeconds: 5,
  /** Management bodies: 200 probes or 256 labels in full length fit. */
  apiBodyBytesMax: 262_144,
  apiPerMinute: 600,
  pageDefault: 100,
  pageMax: 1_000,
  cursorCharactersMax: 256,
  readingsSensorsMax: 256,
  deviceNameCharactersMax: 80,
  spaceCharactersMax: 80,
  sensorsBatchMax: 256,
  idCharactersMax: 64,
  householdFeedsMax: 20,
  householdProbesMax: 200,
  jsonRootCharactersMax: 256,
  feedHeaderNameCharactersMax: 64,
  feedHeaderValueCharactersMax: 1_024,
  feedPostBodyCharactersMax: 2_048,
  emailCharactersMax: 254,
  statusSubscribePerHour: 5,
  /** Looks at the status and its feed, a caller's address. */
  statusPerMinute: 60,
  statusMaxAgeSeconds: 60,
  statusTitleCharactersMax: 120,
  statusTextCharactersMax: 2_000,
  accountBodyBytesMax: 16_384,
  accountPerMinute: 120,
  /**
   * Entries of one act by one person, key or token in a home's activity; further ones are counted in the
   * newest.
   */
  activitySamePerHour: 60,
  /** Characters of what an authenticator sends, in base64url: its ids, and its largest field. */
  credentialIdCharactersMax: 1_400,
  authenticatorCharactersMax: 8_192,
  passkeyTransportsMax: 10,
  /** Tries of links and codes, a caller's address. */
  signInTriesPerMinute: 30,
  /** Characters of the names of homes, keys, links and tokens. */
  nameCharactersMax: 80,
  pushTokenCharactersMax: 4_096,
  appIdCharactersMax: 200,
  contactAddressCharactersMax: 2_048,
  companionPerMinute: 120,
  puckIdCharactersMax: 64,
  puckSecretBytesMin: 16,
  puckSecretBytesMax: 128,
  baySensorsMax: 256,
  moodOverrideHoursMax: 168,
  inboundPerMinute: 30,
  inboundBodyBytesMax: 65_536,
  quietHoursMax: 8_760,
  /** Steps of a home's escalation, and how late the last may come. */
  escalationStepsMax: 8,
  escalationMinutesMax: 180,
  homeContactSpacesMax: 20,
  /** Requests of links in messages by one caller's address. */
  ackPerMinute: 30,
  /** Callbacks of providers and buttons of channels, by one caller's address: a provider calls for every home. */
  channelCallsPerMinute: 600,
  channelCallBytesMax: 16_384,
  /** Texts of one number that are answered: each answer costs one. */
  textRepliesPerHour: 10,
  /** For how long an answer explains a home that gets colder: where nobody says, and at most. */
  turnedDownHoursDefault: 24,
  doorOpenHoursDefault: 3,
  answerHoursMax: 720,
  ruleMinutesMax: 43_200,
  /** Manual collections, a caller's address. */
  collectPerMinute: 6,
  cityCharactersMax: 80,
  /** Days after today whose partitions the clock makes: one that stops for a day costs nothing. */
  daysAhead: 2,
  /** Text messages to one number in a day, beyond leaks and criticals; of a home on trial; calls of a home. */
  numberSmsPerDay: 10,
  trialSmsPerDay: 10,
  homeCallsPerDay: 10,
  /** What is older is never the latest value, and alerts nobody. */
  readingPastDaysMax: 7,
  /** A latest reading older than this is marked stale and left out of metrics. */
  staleHours: 24,
} as const;
