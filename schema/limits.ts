/** The numbers of the contract: of requests, answers and the database. Unit last. */
export const LIMITS = {
  ingestBodyBytesMax: 65_536,
  deviceSensorsMax: 256,
  sensorKeyCharactersMax: 64,
  /** Characters of the hash in a sensor's id. */
  sensorIdCharacters: 24,
  labelCharactersMax: 120,
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
  /** A bare number so near to the one before, in the other unit, comes from a sender that has changed its unit. */
  firmwareStepKelvin: 1.5,
  /** What was warm this long ago, and is as warm in the other unit, has changed that: no room falls so fast. */
  firmwareStepHours: 1,
  /** A word of a place that is no longer counts only where it stands alone. */
  shortWordLetters: 4,
  /** Posts closer than this say nothing about how often a device speaks. */
  usualGapSecondsMin: 5,
  /** How long making or dropping a partition waits for a table that others use. */
  partitionLockMs: 1_000,
  /** Values beyond this are no measurement of a home; float8 would take `Infinity`. */
  readingMagnitudeMax: 1e18,
  cardTextMax: 500,
  cardStepsMax: 1_500,
  cardCallsMax: 6,
  chartNoteCharactersMax: 200,
  shareMaxAgeSeconds: 15,
  openApiMaxAgeSeconds: 300,
  readingsPageDefault: 1_000,
  readingsPageMax: 10_000,
  /** Fewer homes of a city are no cell: nobody must be found in it. */
  cityHomesMin: 10,
  /** Characters as typed, with blanks. */
  phoneCharactersMax: 40,
  storeRetryAfterSeconds: 5,
  /** Management bodies: 200 probes or 256 labels in full length fit. */
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
  /**
   * Entries of one act by one person, key or token in a home's activity; further ones are counted in the
   * newest.
   */
  activitySamePerHour: 60,
  /** Characters of what an authenticator sends, in base64url: its ids, and its largest field. */
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
  /** Steps of a home's escalation, and how late the last may come. */
  escalationStepsMax: 8,
  escalationMinutesMax: 180,
  homeContactSpacesMax: 20,
  channelCallBytesMax: 16_384,
  /** For how long an answer explains a home that gets colder: where nobody says, and at most. */
  turnedDownHoursDefault: 24,
  doorOpenHoursDefault: 3,
  answerHoursMax: 720,
  ruleMinutesMax: 43_200,
  cityCharactersMax: 80,
  /** Days after today whose partitions the clock makes: one that stops for a day costs nothing. */
  daysAhead: 2,
  /** Text messages to one number in a day, beyond leaks and criticals; of a home on trial; calls of a home. */
  numberSmsPerDay: 10,
  trialSmsPerDay: 10,
  homeCallsPerDay: 10,
  /**
   * A device is late, or offline, after so many of its intervals in silence, at the soonest after so long: one that speaks every
   * minute is often late by one of them, which is no news.
   */
  lateIntervals: 1.5,
  lateMinutesMin: 10,
  offlineIntervals: 3,
  offlineMinutesMin: 45,
  /** What is older is never the latest value, and alerts nobody. */
  readingPastDaysMax: 7,
  /** A latest reading older than this is marked stale and left out of metrics. */
  staleHours: 24,
  /** A clock whose ticks have stayed away for so long is silent: two ticks that did not run, and some. */
  clockSilentMinutes: 35,
} as const;

/** A limit on requests: the limiter counts it, the headers of an answer tell it, and the document names it. */
export type RateLimit = {
  name: string;
  limit: number;
  windowSeconds: number;
  /** Whose requests are counted together, as the document says it. */
  subject: string;
  /** The seconds that are really counted, where a caller at exactly the limit may be a little early. */
  countedSeconds?: number;
  /** Requests of a subject in a window that an instance counts by itself before it asks the shared limiter. */
  localRequests?: number;
};

const MINUTE = 60;
const HOUR = 3_600;

/** How many requests the contract allows, by what is counted. */
export const RATE_LIMITS = {
  // Its minute is a little short: a device at exactly the limit is not refused because its posts jitter by a second.
  ingest: {
    name: "ingest",
    limit: 60,
    windowSeconds: MINUTE,
    subject: "device",
    countedSeconds: 55,
    localRequests: 10,
  },
  /** Looks at a page by its link; an open one asks three times a minute. */
  page: { name: "page", limit: 120, windowSeconds: MINUTE, subject: "link" },
  /** Badges of a link that stand on other sites; they don't count against the link's own page. */
  badges: { name: "badge", limit: 300, windowSeconds: MINUTE, subject: "link" },
  share: { name: "share", limit: 60, windowSeconds: MINUTE, subject: "link", localRequests: 10 },
  inbound: { name: "inbound", limit: 30, windowSeconds: MINUTE, subject: "token" },
  api: { name: "api", limit: 600, windowSeconds: MINUTE, subject: "API key", localRequests: 10 },
  account: { name: "account", limit: 120, windowSeconds: MINUTE, subject: "person" },
  companion: { name: "companion", limit: 120, windowSeconds: MINUTE, subject: "person" },
  /** Tries of links and codes, whichever of the doors they are tried at. */
  signInTries: { name: "sign-in-tries", limit: 30, windowSeconds: MINUTE, subject: "caller" },
  /** Links that stand in messages. */
  links: { name: "links", limit: 30, windowSeconds: MINUTE, subject: "caller" },
  /** Callbacks of providers and buttons of channels: a provider calls for every home. */
  channelCalls: { name: "channel-calls", limit: 600, windowSeconds: MINUTE, subject: "caller" },
  /** Texts of one number that are answered: each answer costs one. */
  textReplies: { name: "text-replies", limit: 10, windowSeconds: HOUR, subject: "number" },
  status: { name: "status", limit: 60, windowSeconds: MINUTE, subject: "caller" },
  readiness: { name: "health", limit: 60, windowSeconds: MINUTE, subject: "caller" },
  statusSubscribe: { name: "status-subscribe", limit: 5, windowSeconds: HOUR, subject: "caller" },
  /** Manual collections. */
  collect: { name: "collect", limit: 6, windowSeconds: MINUTE, subject: "caller" },
} as const satisfies Record<string, RateLimit>;
