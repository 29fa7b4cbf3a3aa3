/** Every number of the contract, unit last. */
export const LIMITS = {
  ingestBodyBytesMax: 65_536,
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
  /** More of a body is not kept for that; a body of which less is kept is shown as text. */
  receivedBytesMax: 16_384,
  /** Bodies that an instance holds until it writes them, at most once in so long. */
  receivedPendingMax: 200,
  receivedWriteMs: 3_000,
  /** What was understood as before is noted so often, of so many devices an instance. */
  receivedAgainMinutes: 30,
  receivedDevicesMax: 5_000,
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
  ingestWindowSeconds: 58,
  /** Posts of a device that an instance, and Redis, let through to the database, which counts exactly. */
  ingestGatePerMinute: 120,
  /**
   * Requests of a subject in a window that an instance counts by itself before it asks the shared limiter.
   */
  limiterLocalRequests: 10,
  /** Secrets of a right form that nobody knows, a caller's address. */
  unknownTokensPerMinute: 30,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,
  /** A request that was not answered after so long never will be. */
  idempotencyAnswerSeconds: 60,
  /** A retry of a request is known as one for this long, whatever the clock of the instance that took it. */
  retryHours: 1,
  /** An instance's clock is trusted this far ahead of the database's … */
  clockAheadMs: 1_000,
  /** … and this far behind it: a statement may have waited for a database that stood still. */
  statementWaitSeconds: 60,
  /** Posts closer than this say nothing about how often a device speaks. */
  usualGapSecondsMin: 5,
  /** How long making or dropping a partition waits for a table that others use. */
  partitionLockMs: 1_000,
  /** A reading's own time is kept from this long ago … */
  readingPastDaysMax: 7,
  /** … to this far ahead; outside it the receive time is used. */
  readingFutureMinutesMax: 5,
  /** Values beyond this are no measurement of a home; float8 would take `Infinity`. */
  readingMagnitudeMax: 1e18,
  sharePerMinute: 60,
  /** Looks at a page, by its link or its reader; an open page asks three times a minute. */
  pagePerMinute: 120,
  cardTextMax: 500,
  cardStepsMax: 1_500,
  cardCallsMax: 6,
  /** Notes pinned to a home's charts. */
  chartNotesMax: 1_000,
  chartNoteCharactersMax: 200,
  /** Notes and alerts that one chart shows of its range, the newest. */
  chartMarksMax: 50,
  /** Photos of a home's emergency card, and of one: 240 KB and more pixels than any screen shows. */
  cardPhotosMax: 6,
  photoBytesMax: 245_760,
  photoSideMax: 4_096,
  /** Messages, and acts of people, that an alert's timeline has: the last ones. */
  timelineMessagesMax: 200,
  timelineActsMax: 200,
  /** A document of evidence that is to be checked: the largest that is issued has some 450 KB. */
  evidenceBytesMax: 1_048_576,
  evidencePerMinute: 20,
  /** Episodes that a sensor's page lists and marks in its chart. */
  sensorPageAlertsMax: 20,
  shareLiveHours: 24,
  shareMaxAgeSeconds: 15,
  /** Badges and cards of a link that stand on other sites; they don't count against the link's own page. */
  badgesPerMinute: 300,
  badgeMaxAgeSeconds: 60,
  badgeCharactersMax: 60,
  cardSensorsMax: 6,
  cardRefreshSeconds: 300,
  /** A calendar of a link, how far it looks back where the link has the history, and its events. */
  calendarMaxAgeSeconds: 900,
  calendarDays: 90,
  calendarEventsMax: 500,
  openApiMaxAgeSeconds: 300,
  /** A latest reading older than this is marked stale and left out of metrics. */
  staleHours: 24,
  readingsPageDefault: 1_000,
  readingsPageMax: 10_000,
  limiterTimeoutMs: 300,
  /** Questions that one instance has open at the shared limiter at a time. */
  limiterAsksMax: 4,
  /** How long a burst may queue for it while it answers; once it does not, nobody waits. */
  limiterQueueMs: 3_000,
  /** After this many failures in a row the shared limiter is left alone for a while. */
  limiterBreakerFailures: 3,
  limiterBreakerMs: 10_000,
  limiterLocalKeysMax: 10_000,
  /**
   * How often a judgement that lost against another is made anew; the next reading or tick makes good the
   * rest.
   */
  judgeAttemptsMax: 8,
  /** Shards that one tick hands out. */
  feedShardsMax: 1_000,
  /** Homes that a tick judges, of those that are due: page by page, some at a time. */
  tickPageHomes: 100,
  tickPagesMax: 10_000,
  /** Sensors whose readings are in memory at a time: a minute device's 30 hours are some 100 KB each. */
  tickSeriesSensors: 400,
  tickConcurrencyMax: 4,
  /** Homes that one run waits for, each of which somebody was just writing as it came by. */
  heldLooksMax: 100,
  /** Homes that one invocation is meant to judge: for more of them shards are handed out. */
  judgeShardHomes: 500,
  /** A page of homes is judged within this time, or others may judge them. */
  lookLeaseMs: 300_000,
  /** Homes that could not be judged before a tick gives up. */
  judgeFailuresMax: 3,
  /**
   * How long a room's usual temperatures stand before they are looked at anew, from how long, and how many in
   * a tick.
   */
  weekFloorHours: 24,
  weekFloorDays: 7,
  weekFloorsMax: 500,
  /** How many days an unheated place's frosts are remembered for its warning: a winter, and the one before. */
  frostDays: 400,
  /** How far back a tick reads a cold sensor's readings, and its own runs. */
  tickSeriesHours: 30,
  ownSilenceHours: 48,
  /** Outbox rows that one dispatch claims at a time, and how often it claims. */
  dispatchBatchMax: 20,
  dispatchRoundsMax: 500,
  dispatchConcurrencyMax: 5,
  /**
   * A call that takes longer makes room for the next message while it goes on, so that twenty receivers that hang delay
   * others by less than a second; so many go on at a time.
   */
  dispatchPatienceMs: 200,
  dispatchLateMax: 40,
  /**
   * Messages that are on their way to one host at a time, by all instances together, and so many of one home; as many
   * critical ones besides. A host that hangs holds up its own messages alone. After so long an attempt is not counted.
   */
  hostInFlightMax: 6,
  hostInFlightOfHomeMax: 2,
  hostInFlightMs: 20_000,
  /** How old what a provider signed may be when it arrives: five minutes, as Svix has it. */
  providerEventAgeMs: 300_000,
  /** How long a host takes nothing that says "too many" and not until when, and how long it may ask for. */
  hostPauseMs: 30_000,
  hostPauseMsMax: 7_200_000,
  /** Test messages that one household may send. */
  notificationTestsPerHour: 5,
  /** Webhook deliveries of a home that may be sent once more. */
  deliveryReplaysPerHour: 30,
  /** How long a webhook's calls are signed with the previous key too, unless its owner says otherwise. */
  webhookKeyOverlapHours: 24,
  webhookKeyOverlapHoursMax: 168,
  /** Characters as typed, with blanks. */
  phoneCharactersMax: 40,
  /** A finding that could not be worded, for a fault of ours, is tried again after this long. */
  tellAgainMs: 900_000,
  /** A provider's time-out is well below the lease, so that a claimed row has no second sender. */
  providerTimeoutMs: 10_000,
  outboxLeaseMs: 60_000,
  storeAttemptsMax: 3,
  storeAttemptMs: 6_000,
  storeRetryBaseMs: 100,
  storeRetryAfterSeconds: 5,
  /** Management bodies: 200 probes or 256 labels in full length fit. */
  apiBodyBytesMax: 262_144,
  apiPerMinute: 600,
  /** An API key's last use is written down at most this often. */
  apiKeyTouchMinutes: 5,
  pageDefault: 100,
  pageMax: 1_000,
  cursorCharactersMax: 256,
  /**
   * Readings that a CSV export reads at a time: a million in fewer calls than the 50 of Cloudflare's free
   * plan.
   */
  csvPageRows: 25_000,
  /** Readings that stand as text at a time. */
  csvTextRows: 1_000,
  readingsSensorsMax: 256,
  householdDevicesMax: 200,
  deviceNameCharactersMax: 80,
  spaceCharactersMax: 80,
  sensorsBatchMax: 256,
  idCharactersMax: 64,
  calloutMinutes: 30,
  /** The interval that is expected until a device's own is known. */
  usualIntervalMinutes: 15,
  householdFeedsMax: 20,
  householdProbesMax: 200,
  jsonRootCharactersMax: 256,
  feedHeaderNameCharactersMax: 64,
  feedHeaderValueCharactersMax: 1_024,
  feedPostBodyCharactersMax: 2_048,
  pullSetupAttemptsMax: 3,
  emailCharactersMax: 254,
  statusSubscribePerHour: 5,
  /** Looks at the status and its feed, a caller's address. */
  statusPerMinute: 60,
  statusMaxAgeSeconds: 60,
  /** The database has so long to answer before the status is told without it. */
  statusWaitMs: 600,
  /** A dependency that answered nothing for so long was out, which is put on record. */
  outageSeconds: 60,
  /** Incidents that the status tells of: those that last, and those that ended in these days. */
  statusIncidentDays: 14,
  statusIncidentsMax: 50,
  /** How long operators can still read of one that is over. */
  statusIncidentKeptDays: 365,
  statusTitleCharactersMax: 120,
  statusTextCharactersMax: 2_000,
  /** What is said of one incident, its beginning and end besides. */
  statusUpdatesMax: 100,
  /** A job that failed so many ticks in a row opens an incident … */
  statusFailedTicks: 3,
  /** … which ends by itself after so many that went well in a row. */
  statusRecoveredTicks: 2,
  /** Fewer messages that wait are their addresses' fault. */
  statusWaitingMin: 5,
  statusConfirmHours: 24,
  /** A second request for the same address within this time sends no second mail. */
  statusConfirmAgainMinutes: 10,
  /** Subscribers that one statement queues mails for, and how many statements a dispatch makes. */
  statusMailBatch: 100,
  statusMailRoundsMax: 10,
  /** Mails of incidents that wait at a time, so that the outbox stays small however many have subscribed. */
  statusMailsWaitingMax: 1_000,
  /** News older than this is not mailed any more. */
  statusMailHours: 24,
  accountBodyBytesMax: 16_384,
  accountPerMinute: 120,
  /**
   * Sign-in mails to an address that one caller asks for, so that nobody uses up what others may ask for …
   */
  signInPerPairPerHour: 5,
  /** … and from everywhere, but for networks that it has signed in from before. */
  signInPerAddressPerHour: 15,
  signInPerIpPerHour: 20,
  signInMinutes: 10,
  /** Wrong tries of one code; its link goes on. */
  signInCodeTriesMax: 5,
  /** Wrong codes of a day before the next one waits: of an address from one network, … */
  signInWrongCodesPerPair: 5,
  /** … of an address from networks that it has never signed in from, … */
  signInWrongCodesPerAddress: 10,
  /** … from one network for all addresses, … */
  signInWrongCodesPerNetwork: 20,
  /** … and for all addresses together. */
  signInWrongCodesInAll: 1_000,
  signInWaitSeconds: 60,
  signInWaitSecondsMax: 3_600,
  signInWaitInAllSeconds: 1,
  signInWaitInAllSecondsMax: 600,
  /** A network counts as known to an address for so long after a sign-in from it. */
  signInKnownDays: 30,
  /**
   * Entries of one act by one person, key or token in a home's activity; further ones are counted in the
   * newest.
   */
  activitySamePerHour: 60,
  /**
   * A refusal is written into a home's activity at most this often by an instance: its act, by who was
   * refused.
   */
  refusalEntrySeconds: 60,
  /** A line of the security log tells the same refusal once in this time, and so many different ones. */
  refusalLineSeconds: 60,
  refusalLinesMax: 500,
  refusalEntryKeysMax: 1_000,
  /** A sign-in or a code counts as a fresh proof for so long. */
  freshProofMinutes: 10,
  /** A passkey's challenge, in which a person finds and touches the authenticator. */
  passkeyChallengeMinutes: 5,
  passkeysMax: 20,
  /** Characters of what an authenticator sends, in base64url: its ids, and its largest field. */
  credentialIdCharactersMax: 1_400,
  authenticatorCharactersMax: 8_192,
  passkeyTransportsMax: 10,
  recoveryCodes: 10,
  /** Devices of deleted homes whose history one statement erases. */
  erasedDevicesBatch: 10,
  /** Tries of links and codes, a caller's address. */
  signInTriesPerMinute: 30,
  sessionIdleDays: 14,
  sessionAbsoluteDays: 90,
  sessionTouchMinutes: 60,
  trialDays: 14,
  invitationDays: 7,
  invitationsPerHour: 20,
  /** Invitations to one address from all homes, and by one person to all addresses, in a day (UTC). */
  invitationsToAddressPerDay: 3,
  invitationsByAccountPerDay: 20,
  revealsPerHour: 10,
  /** Characters of the names of homes, keys, links and tokens. */
  nameCharactersMax: 80,
  userAgentCharactersMax: 200,
  pushTokenCharactersMax: 4_096,
  appIdCharactersMax: 200,
  pushTokensMax: 20,
  webhooksMax: 5,
  /** Addresses of one person on each channel that is called, such as ntfy; what is read of an answer. */
  calledContactsMax: 5,
  callAnswerBytesMax: 4_096,
  /** Codes to one such address, by one person, and from one network of newcomers, in a day (UTC). */
  addressCalledCodesPerDay: 5,
  accountCalledCodesPerDay: 20,
  networkCalledCodesPerDay: 40,
  contactAddressCharactersMax: 2_048,
  /** A code that proves a phone number: how long it is good for, its tries, and how many are sent … */
  contactCodeMinutes: 10,
  contactCodeTriesMax: 5,
  /** … to one number and for one person in a day (UTC). */
  numberCodesPerDay: 3,
  accountCodesPerDay: 6,
  /** Text messages to one number in a day, beyond leaks and criticals. */
  numberSmsPerDay: 10,
  trialSmsPerDay: 10,
  /** Text messages of all homes together in a day, unless the operator sets another number … */
  instanceSmsPerDay: 500,
  /** … The operator is told at this share of it. */
  smsWarningPercent: 80,
  /** The part of a day's texts that only leaks and critical alerts of established homes may use … */
  smsReservePercent: 25,
  /** … and the most that newcomers, one network of theirs, codes, and codes of newcomers may use. */
  smsNewcomersPercent: 40,
  smsNetworkPercent: 10,
  smsCodesPercent: 20,
  smsNewcomerCodesPercent: 10,
  /** Codes of newcomers from one address or /64, and from one /24 or /48, in a day. */
  hostCodesPerDay: 10,
  networkCodesPerDay: 20,
  /** When a home with a plan of its own counts as established: its age, and how long a device was heard. */
  establishedDays: 7,
  establishedHeardDays: 1,
  /** The text account's money at which the operators are told, in its own currency. */
  smsBalanceWarning: 20,
  /**
   * Mails in a day to people who have never signed in from the network that asks: to one mailbox, from one network,
   * and of all, unless the operator sets another number.
   */
  mailboxNewcomerMailsPerDay: 20,
  networkNewcomerMailsPerDay: 300,
  instanceNewcomerMailsPerDay: 3_000,
  /**
   * Such a network is mailed so many at once, then one in so many seconds: what comes faster waits, at most so long,
   * and is refused beyond.
   */
  networkMailsAtOnce: 20,
  networkMailGapSeconds: 10,
  networkMailWaitSecondsMax: 60,
  networkInvitationsPerDay: 100,
  networkFeedTriesPerHour: 100,
  instanceFeedTriesPerHour: 1_000,
  exportsPerHour: 10,
  networkExportsPerHour: 30,
  instanceExportsPerHour: 200,
  linksPerDay: 100,
  networkLinksPerDay: 500,
  /** Mails that confirm a subscription to the status, a mailbox in a day. */
  mailboxStatusMailsPerDay: 3,
  /** Alerts that one message names; the others are counted. */
  messageAlertsNamedMax: 10,
  /** Homes that one round of writing looks at, and findings of each. */
  writeRoundsMax: 25,
  writeHomesMax: 20,
  writeFindingsMax: 512,
  /**
   * Messages that cost nobody a fee, such as mails, by each channel in a day: of one home, or of a network's young homes
   * together, and of one that is young. Leaks and critical alerts have as many again.
   */
  homeMessagesPerDay: 2_000,
  youngHomeMessagesPerDay: 200,
  /** Messages of one home that are handed to providers in a minute; critical ones besides. */
  homeMessagesPerMinute: 30,
  /**
   * Messages that a success of their provider makes due at once: so many by one statement, each so long after
   * it was tried last, and not after so many tries.
   */
  wakeMessagesMax: 500,
  wakeAgainMs: 10_000,
  wakeAttemptsMax: 12,
  /** Messages that one claim looks at to find whose turn it is. */
  claimLooksAtMax: 20_000,
  /** How long a dispatch waits where only homes that have had their share of the minute are left. */
  claimAgainMs: 5_000,
  /** What Resend takes by default. */
  mailsPerSecond: 2,
  /** How long one dispatch goes on sending: where the clock called it, and where somebody waits for it. */
  dispatchClockMs: 240_000,
  dispatchWakeMs: 25_000,
  /** How long an instance listens to the dispatch that it has called. */
  wakeMs: 30_000,
  invitationsMax: 50,
  apiKeysMax: 50,
  inboundTokensMax: 50,
  shareLinksMax: 100,
  freeShareLinksMax: 1,
  companionPerMinute: 120,
  companionAccessMinutes: 15,
  /** Life of a refresh token; every exchange for a new one starts it again. */
  companionRefreshDays: 60,
  companionAbsoluteDays: 365,
  /** Time for which a spent refresh token still passes: for calls that set out together with it. */
  companionGraceSeconds: 30,
  puckIdCharactersMax: 64,
  puckSecretBytesMin: 16,
  puckSecretBytesMax: 128,
  householdPucksMax: 50,
  claimsPerHour: 10,
  claimMinutes: 5,
  claimWrongTriesMax: 5,
  householdBaysMax: 50,
  baySensorsMax: 256,
  moodOverrideHoursMax: 168,
  /** One poll of a feed from its name to its last byte, all redirects included … */
  /** Feeds that a home tries out before it saves them. */
  feedTriesPerHour: 30,
  feedFetchMs: 10_000,
  /** … of which each hop may take this long to answer with headers. */
  feedHeadersMs: 3_000,
  /**
   * A feed that has not answered by then is put off to a shard of slow ones, which alone give it all its
   * time.
   */
  feedPatienceMs: 1_500,
  /**
   * How long the addresses of a name are remembered at most, whatever its records say, and of how many names.
   */
  resolvedSecondsMax: 900,
  resolvedHostsMax: 1_000,
  /** After decompression. */
  feedBodyBytesMax: 262_144,
  feedEtagCharactersMax: 256,
  /** Feeds that one invocation polls, unless SHARD_SIZE says less. */
  feedShardMax: 100,
  /**
   * Feeds that it polls side by side: Workers wait for the headers of six requests at a time, Node for any
   * number.
   */
  feedsAtOnceOnWorkers: 6,
  feedsAtOnceElsewhere: 24,
  /** Shards that one invocation polls, one after the other, where there is no other to hand them to. */
  feedShardsAloneMax: 5,
  /** Longer than a shard in which every feed hangs, so that a live poller is never taken over. */
  feedLeaseMs: 300_000,
  /** Without a queue: calls at a time that hand out shards (a function has some 1,000 file descriptors) … */
  shardCallsMax: 100,
  /**
   * … each of which is listened to for this long; the 300 s of a function are for its own shard, and judging.
   */
  shardAnswerMs: 20_000,
  inboundPerMinute: 30,
  inboundBodyBytesMax: 65_536,
  /** A timestamped call is known again for this long: longer than its timestamp is good for, both ways. */
  inboundReplaySeconds: 660,
  /** Without a timestamp, a snooze sent twice within this time is one. */
  inboundRepeatSeconds: 60,
  quietHoursMax: 8_760,
  snoozeHoursDefault: 4,
  snoozeHoursMax: 720,
  /** Open alerts that a status names, the gravest first. */
  statusAlertsMax: 100,
  ackLinkDays: 7,
  /** Somebody who took an urgent alert on is asked again after so long … */
  ackHours: 4,
  /** … and has so long to answer before the others hear of it. */
  ackAgainMinutes: 5,
  /** Acknowledgements that one dispatch lets run out. */
  ackExpiriesMax: 100,
  /** Steps of a home's escalation, and how late the last may come. */
  escalationStepsMax: 8,
  escalationMinutesMax: 180,
  /** People without an account that a home may call, how long their yes is waited for, and each one's rooms. */
  homeContactsMax: 10,
  homeContactAskDays: 7,
  homeContactSpacesMax: 20,
  /** Text messages that ask somebody, of a home in a day. */
  homeContactAsksPerDay: 10,
  responderPerMinute: 30,
  /** Drills of a home in a day, for how long their links work, and how long their results are kept. */
  drillsPerDay: 3,
  drillHours: 24,
  drillDays: 400,
  /** After so long without one a home is offered a drill in autumn. */
  drillOfferDays: 300,
  /** Contacts of one drill, more than a home with all its members' channels has. */
  drillContactsMax: 500,
  /** Presses that a responder's page lists. */
  responderPressesMax: 100,
  /** A responder's link stops its messages for so long; it opens the incident only while that lasts. */
  responderLinkDays: 30,
  /** First texts of leaks that an established home gets in a day whatever else is used up. */
  firstLeakTextsPerDay: 20,
  /** Requests of links in messages by one caller's address. */
  ackPerMinute: 30,
  acknowledgeAttemptsMax: 5,
  /** Callbacks of providers and buttons of channels, by one caller's address: a provider calls for every home. */
  channelCallsPerMinute: 600,
  channelCallBytesMax: 16_384,
  /** A text back acknowledges what the number was sent so recently. */
  textReplyHours: 12,
  /** For how long an alert goes unacknowledged before somebody is called, unless they choose another time. */
  callAfterMinutes: 10,
  /** For how long the link holds that connects a chat, and what is asked of the bot at once and how often. */
  telegramLinkMinutes: 60,
  telegramUpdatesMax: 50,
  telegramAskMs: 5_000,
  /** Calls about one alert, whomever they go to, and the time between two of them. */
  callsPerEpisode: 3,
  callApartSeconds: 60,
  callAgainMinutes: 3,
  homeCallsPerDay: 10,
  homeCallsPerMonth: 30,
  /** Calls of all homes in a day (UTC); an operator may set another figure. */
  instanceCallsPerDay: 100,
  /** Texts of one number that are answered: each answer costs one. */
  textRepliesPerHour: 10,
  /** Messages of a provider that rings until it is told to stop, ended in one dispatch; it gives up by itself. */
  ringsEndedMax: 50,
  ringingHours: 1,
  /** For how long an answer explains a home that gets colder: where nobody says, and at most. */
  turnedDownHoursDefault: 24,
  doorOpenHoursDefault: 3,
  answerHoursMax: 720,
  /** The last decisions of an alert that are shown. */
  alertFindingsMax: 500,
  /**
   * Times to freeze that one look keeps of a home, how long they are kept, and the scored ones that a look
   * learns from.
   */
  forecastsKeptMax: 20,
  freezeForecastDays: 800,
  scoredForecastsMax: 200,
  /** Earlier forecasts of an alert that its page shows. */
  alertForecastsMax: 48,
  householdRulesMax: 50,
  ruleMinutesMax: 43_200,
  ruleChangeAttemptsMax: 3,
  simulateReadingsMax: 10_000,
  simulateDaysDefault: 7,
  /** A run that has not ended by then is taken for dead, and taken over … */
  jobLeaseMs: 300_000,
  /** … as a failed one is tried again: so often in all. */
  jobAttemptsMax: 3,
  jobErrorCharactersMax: 500,
  /** Manual collections, a caller's address. */
  collectPerMinute: 6,
  /** Two ticks that did not run, and some. */
  clockSilentMinutes: 35,
  /** How often an instance that takes readings looks whether the clock is alive. */
  clockWatchMinutes: 5,
  operatorTimeoutMs: 5_000,
  /** What is deleted at a time, and how often in one hour's run. */
  housekeepingRowsMax: 1_000,
  housekeepingRoundsMax: 20,
  /** Each is opened and sealed: a function's CPU is what bounds them. */
  feedUrlsSealedBatch: 200,
  outboxDays: 30,
  jobRunDays: 90,
  /** A letter to a home that is due is written within these days, or not at all. */
  letterDaysMax: 7,
  lettersMax: 500,
  /** Fewer homes of a city are no cell: nobody must be found in it. */
  cityHomesMin: 10,
  cityCharactersMax: 80,
  /** Cities that one statement lists, and how many statements a run makes. */
  citiesBatch: 500,
  cityBatchesMax: 200,
  /** Thermometers of a city that are looked at for its coldest room: freezers and the outdoors are colder. */
  cityColdestMax: 2_000,
  reportPageHomes: 50,
  reportPagesMax: 10_000,
  reportConcurrencyMax: 4,
  /** A home that has said nothing for so long gets no reports. */
  reportSilentDaysMax: 180,
  /** Sensors whose readings one statement sums up for a report: a quarter has over two thousand hours of each. */
  reportSensorsPage: 64,
  /** How long a reading stands for, in reports, where no other follows. */
  readingStandsMinutes: 60,
  /** Devices whose batteries one statement writes down, and how many statements a run makes. */
  batteryPageDevices: 1_000,
  batteryPagesMax: 10_000,
  /** Readings that one statement rolls up while their devices wait, and how many statements a run makes. */
  rollUpReadingsBatch: 10_000,
  rollUpDevicesBatch: 100,
  /** Rows of a table that an export reads at a time. */
  exportRowsPage: 500,
  /** Days after today whose partitions the clock makes: one that stops for a day costs nothing. */
  daysAhead: 2,
  rollUpBatchesMax: 1_000,
  /** Push devices whose silent sensors a tick holds at a time, and how many times. */
  holdPageDevices: 500,
  holdPagesMax: 10_000,
  /** Snapshots that one batch seals, and how many batches a run makes. */
  sealSnapshotsBatch: 5_000,
  sealBatchesMax: 1_000,
  /** Months of a sensor that one batch seals, some twelve thousand rows each, and how many batches a run makes. */
  sealMonthsBatch: { "15m": 4, "1h": 16 },
  sealMonthBatchesMax: 500,
  /** Sensors that one statement looks at, in search of those with rows of a month. */
  sealMonthsSensorsSeen: 20_000,
  /** Batches that the database may refuse or not get through before a run gives up. */
  historyFailuresMax: 3,
  /**
   * Homes whose history is cut together, rows of a table that this deletes at a time, and how often a run
   * does.
   */
  cutHomesBatch: 200,
  cutRowsBatch: 5_000,
  cutBatchesMax: 200,
  /**
   * Chunks that a read fetches at a time: for each reading wanted, and at least. Whole days, at least one.
   */
  chunkBytesPerReading: 4,
  chunkBytesMin: 8_192,
} as const;
