/** The limits of pucks, unit last. */
export const PUCK_LIMITS = {
  companionAccessMinutes: 15,
  /** Life of a refresh token; every exchange for a new one starts it again. */
  companionRefreshDays: 60,
  companionAbsoluteDays: 365,
  /** Time for which a spent refresh token still passes: for calls that set out together with it. */
  companionGraceSeconds: 30,
  householdPucksMax: 50,
  claimMinutes: 5,
  claimWrongTriesMax: 5,
  householdBaysMax: 50,
} as const;
