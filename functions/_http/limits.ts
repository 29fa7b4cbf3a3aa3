/** The limits of functions/_http, unit last. */
export const HTTP_LIMITS = {
  /** Secrets of a right form that nobody knows, a caller's address. */
  unknownTokensPerMinute: 30,
  /**
   * A refusal is written into a home's activity at most this often by an instance: its act, by who was
   * refused.
   */
  refusalEntrySeconds: 60,
  refusalEntryKeysMax: 1_000,
} as const;
