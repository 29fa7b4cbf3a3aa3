/** What one document holds at most (it has to be printed, posted and checked), and how many there are. */
export const EVIDENCE_LIMITS = {
  sensorsMax: 4,
  readingsPerSpan: 1_000,
  findingsMax: 200,
  messagesMax: 200,
  stepsMax: 100,
  actsMax: 100,
  ownedMax: 40,
  /** New documents of a home in a day; one that is asked for again and has not changed is none. */
  perDayMax: 100,
  /** Documents of a home's chain that a check reads, the newest. */
  chainMax: 5_000,
  keyDays: 365,
  keysMax: 200,
} as const;
