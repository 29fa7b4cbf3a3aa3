/** The limits of functions/_http, unit last. */
export const HTTP_LIMITS = {
  /** Secrets of a right form that nobody knows, a caller's address. */
  unknownTokensPerMinute: 30,
  /**
   * A refusal is written into a home's activity at most this often by an instance: its act, by who was
   * refused.
   */
  refusalEntrySeconds: 60,
  /** A line of the security log tells the same refusal once in this time, and so many different ones. */
  refusalLineSeconds: 60,
  refusalLinesMax: 500,
  refusalEntryKeysMax: 1_000,
} as const;
