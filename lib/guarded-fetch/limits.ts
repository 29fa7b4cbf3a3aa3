/** The limits of calls to URLs that people have entered. Each name ends with its unit. */
export const FETCH_LIMITS = {
  /** The time for a whole poll, from resolving the name to the last byte, including redirects. */
  fetchMs: 10_000,
  /** The longest silence during a poll: before the headers of a hop, and between two pieces of the body. */
  silentMs: 3_000,
  /** The size of a body after decompression. */
  bodyBytesMax: 262_144,
  /** The time for a call to a provider. */
  providerTimeoutMs: 10_000,
  /** The time for a mail over SMTP: servers scan a mail before they confirm it, and send it again after a timeout. */
  mailServerTimeoutMs: 20_000,
  etagCharactersMax: 256,
} as const;
