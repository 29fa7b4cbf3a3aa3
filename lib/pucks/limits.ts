/** The limits of pucks and companion sessions. Each name ends with its unit. */
export const PUCK_LIMITS = {
  companionAccessMinutes: 15,
  /** The lifetime of a refresh token. Each renewal issues a new one with the full lifetime. */
  companionRefreshDays: 60,
  companionAbsoluteDays: 365,
  /** How long a spent refresh token is still accepted, for concurrent calls that were sent with it. */
  companionGraceSeconds: 30,
  householdPucksMax: 50,
  claimMinutes: 5,
  claimWrongTriesMax: 5,
  householdBaysMax: 50,
} as const;
