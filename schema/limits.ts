/** The contract's limits on requests, answers and the database; each name ends in its unit. */
export const LIMITS = {
  ingestBodyBytesMax: 65_536,
  deviceSensorsMax: 256,
  /** A tick evaluates a home as a whole. */
  householdSensorsMax: 5_000,
  sensorKeyCharactersMax: 64,
  /** Characters of the hash in a sensor's id. */
  sensorIdCharacters: 24,
  labelCharactersMax: 120,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,
  /** Answers that are kept for a home's repeated requests; the oldest go first. */
  idempotentAnswersMax: 500,
  /** A retry of a request is recognized for this long, whatever the clock of the instance that handles it. */
  retryHours: 1,
  /** An instance's clock is trusted this far ahead of the database's. */
  clockAheadMs: 1_000,
  /** An instance's clock is trusted this far behind the database's: the statement may have been delayed. */
  statementWaitSeconds: 60,
  /** Other devices' recent readings show the unit of an unmarked temperature: near to one, or far from all. */
  siblingHours: 3,
  siblingNearKelvin: 3,
  siblingFarKelvin: 10,
  /** An unmarked number this near to the one before, in the other unit, is from a sender that has changed its unit. */
  firmwareStepKelvin: 1.5,
  /** Few homes cool from 68 to 20 °F within this time: a number as warm as before in the other unit is asked about. */
  firmwareStepHours: 6,
  /** Words up to this length, in the list of places that aren't rooms, must match a whole word. */
  shortWordLetters: 4,
  /** Posts closer together don't show how often a device sends. */
  usualGapSecondsMin: 5,
  /** How long creating or dropping a partition waits for a table that is in use. */
  partitionLockMs: 1_000,
  /** A larger value is no measurement of a home; float8 would even take `Infinity`. */
  readingMagnitudeMax: 1e18,
  cardTextMax: 500,
  cardStepsMax: 1_500,
  cardCallsMax: 6,
  chartNoteCharactersMax: 200,
  shareMaxAgeSeconds: 15,
  openApiMaxAgeSeconds: 300,
  readingsPageDefault: 1_000,
  readingsPageMax: 10_000,
  /** A city's figures need this many homes, so that none of them can be identified. */
  cityHomesMin: 10,
  /** Characters as typed, with spaces. */
  phoneCharactersMax: 40,
  storeRetryAfterSeconds: 5,
  /** The body of a management request: it fits 200 probes or 256 labels of full length. */
  apiBodyBytesMax: 262_144,
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
  statusMaxAgeSeconds: 60,
  statusTitleCharactersMax: 120,
  statusTextCharactersMax: 2_000,
  accountBodyBytesMax: 16_384,
  /** A full emergency card fits in any script: a form encodes a character in up to nine bytes. */
  formBodyBytesMax: 131_072,
  /** Entries an hour of one action by one person, key or token in a home's activity; more are counted in the newest. */
  activitySamePerHour: 60,
  /** Characters in base64url of an authenticator's ids, and of its largest field. */
  credentialIdCharactersMax: 1_400,
  authenticatorCharactersMax: 8_192,
  passkeyTransportsMax: 10,
  /** Characters of the names of homes, keys, links and tokens. */
  nameCharactersMax: 80,
  pushTokenCharactersMax: 4_096,
  appIdCharactersMax: 200,
  contactAddressCharactersMax: 2_048,
  puckIdCharactersMax: 64,
  puckSecretBytesMin: 16,
  puckSecretBytesMax: 128,
  moodOverrideHoursMax: 168,
  inboundBodyBytesMax: 65_536,
  quietHoursMax: 8_760,
  /** The steps of a home's escalation, and the latest time of the last. */
  escalationStepsMax: 8,
  escalationMinutesMax: 180,
  homeContactSpacesMax: 20,
  channelCallBytesMax: 16_384,
  /** How long an answer explains a home that gets colder: by default, and at most. */
  turnedDownHoursDefault: 24,
  doorOpenHoursDefault: 3,
  answerHoursMax: 720,
  ruleMinutesMax: 43_200,
  cityCharactersMax: 80,
  /** Days after today whose partitions the clock creates, so that a clock that stops for a day does no harm. */
  daysAhead: 2,
  /** A day's texts to one number except leaks and critical alerts, texts of a home on trial, and calls of a home. */
  numberSmsPerDay: 10,
  trialSmsPerDay: 10,
  homeCallsPerDay: 10,
  /**
   * A device is late, or offline, after this many of its intervals without a reading, and at least these minutes. A
   * device that sends every minute often misses one.
   */
  lateIntervals: 1.5,
  lateMinutesMin: 10,
  offlineIntervals: 3,
  offlineMinutesMin: 45,
  /** An older reading never becomes the latest value, and never alerts. */
  readingPastDaysMax: 7,
  /** A latest reading older than this is marked stale and left out of metrics. */
  staleHours: 24,
  /** The clock counts as silent after this time without a tick: two missed ticks and a margin. */
  clockSilentMinutes: 35,
} as const;

/** A limit on requests: the limiter counts it, responses state it in headers, and the document names it. */
export type RateLimit = {
  name: string;
  limit: number;
  windowSeconds: number;
  /** Which requests are counted together, as the document says it. */
  subject: string;
  /** The window that is really counted, in seconds: a caller at exactly the limit may be slightly early. */
  countedSeconds?: number;
  /** A subject's requests in a window that an instance counts alone before it asks the shared limiter. */
  localRequests?: number;
};

const MINUTE = 60;
const HOUR = 3_600;

/** The contract's request limits, by what they count. */
export const RATE_LIMITS = {
  // Counts less than a minute, so that a device at exactly the limit may post a second early.
  ingest: {
    name: "ingest",
    limit: 60,
    windowSeconds: MINUTE,
    subject: "device",
    countedSeconds: 55,
    localRequests: 10,
  },
  /** Views of a page by its link; an open page asks three times a minute. */
  page: { name: "page", limit: 120, windowSeconds: MINUTE, subject: "link" },
  /** A link's badges on other sites. They don't count against the link's own page. */
  badges: { name: "badge", limit: 300, windowSeconds: MINUTE, subject: "link" },
  share: { name: "share", limit: 60, windowSeconds: MINUTE, subject: "link", localRequests: 10 },
  inbound: { name: "inbound", limit: 30, windowSeconds: MINUTE, subject: "token" },
  api: { name: "api", limit: 600, windowSeconds: MINUTE, subject: "API key", localRequests: 10 },
  // Per session, not per person: a stolen session can't keep its owner from ending it.
  account: { name: "account", limit: 120, windowSeconds: MINUTE, subject: "session" },
  companion: { name: "companion", limit: 120, windowSeconds: MINUTE, subject: "session" },
  /** Sign-in attempts with links and codes, on all routes together. */
  signInTries: { name: "sign-in-tries", limit: 30, windowSeconds: MINUTE, subject: "caller" },
  /** Links in messages. */
  links: { name: "links", limit: 30, windowSeconds: MINUTE, subject: "caller" },
  /** Callbacks of providers and message buttons. A provider calls for all homes. */
  channelCalls: { name: "channel-calls", limit: 600, windowSeconds: MINUTE, subject: "caller" },
  /** Replies to the texts of one number: each reply costs money. */
  textReplies: { name: "text-replies", limit: 10, windowSeconds: HOUR, subject: "number" },
  status: { name: "status", limit: 60, windowSeconds: MINUTE, subject: "caller" },
  readiness: { name: "health", limit: 60, windowSeconds: MINUTE, subject: "caller" },
  statusSubscribe: { name: "status-subscribe", limit: 5, windowSeconds: HOUR, subject: "caller" },
  /** Manual collections. */
  collect: { name: "collect", limit: 6, windowSeconds: MINUTE, subject: "caller" },
} as const satisfies Record<string, RateLimit>;
