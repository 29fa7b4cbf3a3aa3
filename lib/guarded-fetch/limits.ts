/** The limits of calls to addresses that people gave, unit last. */
export const FETCH_LIMITS = {
  /** One call from its name to its last byte, all redirects included … */
  fetchMs: 10_000,
  /** … in which it may be silent for so long at a time: before a hop's headers, and between two pieces of its body. */
  silentMs: 3_000,
  /** After decompression. */
  bodyBytesMax: 262_144,
  /** How long a provider of ours has to answer. */
  providerTimeoutMs: 10_000,
  etagCharactersMax: 256,
} as const;
